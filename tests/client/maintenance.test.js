import assert from "node:assert/strict";
import { test } from "node:test";
import { newPage } from "./fake_page.mjs";
import { setMaintenance } from "client/ui/api.js";
import { page, updatePage } from "client/ui/page.js";

test("a notice of maintenance that was put away stays away, and the next maintenance has one again", () => {
  newPage();
  setMaintenance(600);
  updatePage({ putAway: true });
  setMaintenance(590);
  assert.equal(page.putAway, true);
  setMaintenance(null);
  setMaintenance(900);
  assert.equal(page.putAway, false);
  setMaintenance(null);
});
