/** The German words of the tutorial. */
export default {
  "first.title": "Dein erster Fall",
  "first.lead":
    "Ein echtes Spiel in sechs Zügen. Ein Coach erklärt eins nach dem anderen und hebt hervor, was du antippen sollst. Du kannst nichts falsch machen und jederzeit gehen und wiederkommen.",
  "first.begin": "Starten",
  "first.go on": "Fortsetzen",
  "first.again": "Neu starten",
  "first.learn": "Was du lernst",
  "first.teaches walk": "Würfeln und durch die Flure ziehen",
  "first.teaches suggest": "Einen Verdacht äußern, Karten sehen und zeigen, den Notizblock benutzen",
  "first.teaches nobody": "Geheimgänge und was es heißt, wenn niemand eine Karte zeigen kann",
  "first.teaches called over": "Durch den Verdacht eines anderen in einen Raum geholt werden",
  "first.teaches one of three": "Herausfinden, welche von drei Karten jemand gezeigt hat",
  "first.teaches accuse": "Den Fall lösen und Anklage erheben",
  "first.coach": "Dein Coach",
  "first.turn": "Zug {turn} von {turns}",
  "first.next": "Weiter",
  "first.there": "Zeig es mir",
  "first.leave": "Verlassen",
  "first.tap": "Jedes Antippen ändert die Markierung: ✗, ✓, ?, keine.",
  "first.watch": "Jetzt ist {who} dran.",
  "first.play": "Richtiges Spiel starten",
  "first.case file":
    "Eine Person, eine Waffe und ein Raum stecken verdeckt in der Fallakte. Wer sie als Erster mit einer Anklage richtig nennt, gewinnt.",
  "first.roll": "Du bist am Zug. Würfle.",
  "first.walk": "Eine Sechs! Zieh durch den Flur, Richtung {Lounge:bare}.",
  "first.end": "Das war’s für diesen Zug. Beende ihn.",
  "first.roll again": "Würfle wieder: {Lounge} ist nah.",
  "first.enter": "Geh {place:into}. Um einen Raum zu betreten, musst du nicht den ganzen Wurf nutzen.",
  "first.suggest": "In einem Raum darfst du einen Verdacht äußern. Verdächtige {suspect:acc} mit {weapon:dat}.",
  "first.note": "{who} hat dir eine Karte gezeigt: {card}. Sie steckt also nicht in der Fallakte. Notiere sie.",
  "first.show":
    "{Peacock} äußert einen Verdacht, und du hast zwei der drei Karten. Zeig {card:card}. Niemand sonst sieht die Karte.",
  "first.could not":
    "{who} war vor dir dran und hatte keine der drei Karten. Mach in der Spalte von {who:dat} ein ✗ für {card:card}.",
  "first.have none": "Jetzt äußert {Plum} einen Verdacht, und du hast keine der drei Karten. Sag das.",
  "first.one of three":
    "{Peacock} hat {Plum:dat} eine Karte gezeigt, die du nicht gesehen hast: {Green}, {LeadPipe} oder {Study}. Merk dir diese drei.",
  "first.passage": "Eckräume haben einen Geheimgang. Nimm ihn, statt zu würfeln.",
  "first.two of yours":
    "Ein Trick: Verdächtige {suspect:acc} mit zwei eigenen Karten, {weapon:bare} und {room:bare}. Dann fragst du nur nach {suspect:dat}.",
  "first.nobody":
    "Niemand konnte {card:card} zeigen, und du hast die Karte nicht. Also steckt sie in der Fallakte! Mach dafür ein ✓ in der Spalte der Fallakte.",
  "first.show again": "{Plum} hat dich in einem Verdacht genannt, deshalb kommst du {Kitchen:into}. Zeig {card:card}.",
  "first.called over":
    "Wer geholt wurde, darf sofort einen Verdacht äußern, ohne zu würfeln. Frag nach {weapon:dat}, mit deiner Karte {suspect:bare}.",
  "first.note again": "{who} hat dir eine Karte gezeigt: {card}. Notiere sie.",
  "first.passage again": "Auch {Kitchen:in} beginnt ein Geheimgang. Nimm ihn: Er führt in die Ecke gegenüber.",
  "first.ask for the room":
    "Weißt du noch: {Green}, {LeadPipe}, {Study}? Frag nach {Study:dat}, mit zwei eigenen Karten, {suspect:bare} und {weapon:bare}.",
  "first.the third":
    "{Green:cardnom} steckt in der Fallakte, und {Plum} hat {Study:acc}. Also hat {who} die dritte Karte gezeigt: {card}. Mach dafür ein ✓ in der Spalte von {who:dat}.",
  "first.the last weapon":
    "Von allen anderen Waffen weißt du, wo sie sind. In der Fallakte kann nur {card} stecken. Mach dafür ein ✓ in der Spalte der Fallakte.",
  "first.roll for the room": "Jetzt fehlt nur noch der Raum, und {Hall} ist nah. Würfle.",
  "first.the proof": "Prüfe deine Lösung mit einem Verdacht: {suspect} mit {weapon:dat}, hier {room:in}.",
  "first.accuse": "Du hast alle drei herausgefunden. Erhebe jetzt Anklage: {suspect} mit {weapon:dat} {room:in}.",
  "first.solved": "Fall gelöst! Das ist das ganze Spiel. Den nächsten Fall löst du allein.",
};
