import assert from "node:assert/strict";
import { test } from "node:test";
import { newPage, settle } from "./fake_page.mjs";
import { addBox, boxes } from "client/board/editions.js";
import { updateOffers } from "client/offers/offer.js";
import { ruleButton } from "client/rulebook/rule_link.js";
import { once } from "client/ui/once.js";
import { loadWords } from "client/ui/words.js";

await loadWords();

test("to look for a rule in every book leaves the one on the table its house rules", async () => {
  newPage();
  const [onTable, plain, other] = ["on the table", "on the table", "another"].map((key) => ({ key, rules: [] }));
  once("box on the table", () => Promise.resolve(plain));
  once("box another", () => Promise.resolve(other));
  updateOffers({ offer: { editions: [{ key: "on the table" }, { key: "another" }] } });
  addBox({ "on the table": onTable });
  ruleButton("MOVE-99", "a rule").values.find((value) => typeof value === "function")();
  await settle();
  assert.equal(boxes["on the table"], onTable);
  assert.equal(boxes.another, other);
});
