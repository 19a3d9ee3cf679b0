/** The English words of the tutorial. */
export default {
  "first.title": "Your first case",
  "first.lead":
    "A real game in six turns. A coach explains one thing at a time and highlights what to tap. You can't do anything wrong, and you can leave and come back anytime.",
  "first.begin": "Start",
  "first.go on": "Continue",
  "first.again": "Start over",
  "first.learn": "What you'll learn",
  "first.teaches walk": "Rolling, and moving along the corridors",
  "first.teaches suggest": "Suggesting, seeing a card, showing one, and the notebook",
  "first.teaches nobody": "Secret passages, and what it means when nobody can show a card",
  "first.teaches called over": "Being moved by another player's suggestion",
  "first.teaches one of three": "Working out which of three cards a player showed",
  "first.teaches accuse": "Solving the case and accusing",
  "first.coach": "Your coach",
  "first.turn": "Turn {turn} of {turns}",
  "first.next": "Next",
  "first.there": "Show me",
  "first.leave": "Leave",
  "first.tap": "Each tap changes the mark: ✗, ✓, ?, none.",
  "first.watch": "Now it's {who}'s turn.",
  "first.play": "Play a full game",
  "first.case file":
    "One suspect, one weapon and one room are hidden in the case file. The first player to name all three in an accusation wins.",
  "first.roll": "It's your turn. Roll the die.",
  "first.walk": "A six! Move down the corridor, towards {Lounge}.",
  "first.end": "That's all for this turn. End it.",
  "first.roll again": "Roll again: {Lounge} is close.",
  "first.enter": "Enter {place}. You don't have to use your whole roll to enter a room.",
  "first.suggest": "In a room, you can suggest what happened there. Suggest {suspect} with {weapon}.",
  "first.note": "{who} showed you a card: {card}. So it isn't in the case file. Add it to your notebook.",
  "first.show": "{Peacock} suggests, and you have two of the three cards. Show {card}: nobody else will see it.",
  "first.could not":
    "{who} had to answer before you, and had none of the three cards. Mark ✗ for {card} in {who}'s column.",
  "first.have none": "Now {Plum} suggests, and you have none of the three cards. Say so.",
  "first.one of three":
    "{Peacock} showed {Plum} a card you didn't see: {Green}, {LeadPipe} or {Study}. Remember these three.",
  "first.passage": "Corner rooms have a secret passage. Take it instead of rolling.",
  "first.two of yours":
    "A trick: suggest {suspect} with two of your own cards, {weapon} and {room}. Then you're only asking about {suspect}.",
  "first.nobody":
    "Nobody could show a card, and you don't have {card}. So it's in the case file! Mark ✓ for it in the case file column.",
  "first.show again": "{Plum} named you in a suggestion, so you're moved to {Kitchen}. Show {card}.",
  "first.called over":
    "If a suggestion moved you, you can suggest right away, without rolling. Ask about {weapon}, with {suspect} from your hand.",
  "first.note again": "{who} showed you a card: {card}. Add it to your notebook.",
  "first.passage again": "{Kitchen} has a secret passage too. Take it to the opposite corner.",
  "first.ask for the room":
    "Remember the three: {Green}, {LeadPipe}, {Study}? Ask about {Study}, with two of your own cards, {suspect} and {weapon}.",
  "first.the third":
    "{Green} is in the case file, and {Plum} has {Study}. So {who} must have shown {card}. Mark ✓ for it in {who}'s column.",
  "first.the last weapon":
    "Now you know where all the other weapons are. Only {card} can be in the case file. Mark ✓ for it in the case file column.",
  "first.roll for the room": "Only the room is missing, and {Hall} is close. Roll.",
  "first.the proof": "Suggest your solution: {suspect} with {weapon}, here in {room}.",
  "first.accuse": "You've worked out all three. Now accuse: {suspect} with {weapon} in {room}.",
  "first.solved": "Case solved! That's the whole game. The next case is all yours.",
};
