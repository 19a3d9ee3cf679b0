#!/usr/bin/env node
// A bot in plain JavaScript that speaks the greycells player protocol: JSON lines over stdin and stdout.
//
//   greycells arena --players "cmd:node examples/bot.mjs",constable,constable --games 30
//
// It suggests cards that it hasn't seen, enters any room it can, and accuses when one theory is left.

import { createInterface } from "node:readline";

const PROTOCOL = 1;
let game; // the hello of this game
let seen; // cards that are not in the case file
let random; // random numbers for one choice, see chanceFor

function begin(hello) {
  game = hello;
  seen = new Set();
  return { type: "hello", protocol: PROTOCOL, name: "bot.mjs" };
}

// A choice may depend only on the seed and on what was seen, not on how often the bot was asked before: a bot that is
// restarted in the middle of a game must make the same choices. So every choice gets its own generator.
function chanceFor(number) {
  let state = Number(BigInt.asUintN(32, BigInt(game.seed))) ^ Math.imul(number + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const any = (items) => items[Math.floor(random() * items.length)];
const unseen = (words) => words.filter((word) => !seen.has(word));

// What you can't see is null: other hands, and cards that were shown to somebody else.
function see(sighting) {
  if (sighting.event === "Dealt") sighting.hands.flat().forEach((card) => card && seen.add(card));
  if (sighting.event === "LaidOpen") sighting.cards.forEach((card) => seen.add(card));
  if (sighting.event === "Shown" || sighting.event === "Snooped") if (sighting.card) seen.add(sighting.card);
}

function choose(options) {
  if (options.show) return { do: "show", card: any(options.show) };
  if (options["cannot show"]) return { do: "cannot show" };
  const [suspects, weapons, rooms] = [game.suspects, game.weapons, game.rooms].map(unseen);
  if (options.accuse && suspects.length === 1 && weapons.length === 1 && rooms.length === 1)
    return { do: "accuse", theory: [suspects[0], weapons[0], rooms[0]] };
  if (options.snoop) return { do: "snoop", owner: any(options.snoop) };
  if (options.suggest) {
    const wanted = options.suggest.rooms.filter((word) => rooms.includes(word));
    const room = any(wanted.length ? wanted : options.suggest.rooms);
    return { do: "suggest", theory: [any(suspects), any(weapons), room] };
  }
  if (options.roll) return { do: "roll" };
  if (options["end turn"]) return { do: "end turn" };
  if (options.moves) {
    const wanted = rooms.map((word) => game.places[word]);
    const entered = Object.values(game.places);
    const into = (places) => options.moves.ends.filter((place) => places.includes(place));
    const ends = [into(wanted), into(entered), options.moves.ends].find((places) => places.length);
    return { do: "move", to: any(ends) };
  }
  return { do: "take passage" };
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") console.log(JSON.stringify(begin(message)));
  if (message.type === "choose") {
    message.sightings.forEach(see);
    random = chanceFor(message.number);
    console.log(JSON.stringify({ type: "choice", number: message.number, action: choose(message.options) }));
  }
  if (message.type === "fault") console.error(`bot.mjs: ${message.reason}`);
  if (message.type === "bye") break;
}
