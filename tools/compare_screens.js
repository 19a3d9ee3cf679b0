/** What `compare_screens.py` does inside a page. */
window.compareScreens = {
  /** The page as it stands, without what would change it again. */
  kept() {
    for (const one of document.querySelectorAll("input, option, textarea")) {
      if ("checked" in one) one.toggleAttribute("checked", one.checked);
      if ("selected" in one) one.toggleAttribute("selected", one.selected);
      if (one.matches("textarea")) one.textContent = one.value;
      else if (one.matches("input")) one.setAttribute("value", one.value);
    }
    const page = document.documentElement.cloneNode(true);
    for (const one of page.querySelectorAll("script, link")) one.remove();
    return `<!doctype html>${page.outerHTML}`;
  },

  /** Draw the page with a style sheet, its classes renamed. */
  async draw(sheet, renamed) {
    for (const one of document.querySelectorAll("[class]")) {
      one.setAttribute("class", [...one.classList].map((name) => renamed[name] ?? name).join(" "));
    }
    for (const [id, text] of Object.entries({ sheet, still: "*, ::before, ::after { transition: none !important }" })) {
      const style = document.getElementById(id) ?? document.head.appendChild(document.createElement("style"));
      style.id = id;
      style.textContent = text;
    }
    await document.fonts.ready;
    for (const one of document.getAnimations()) one.cancel();
  },

  /**
   * How each element is drawn: at most two of those that are alike, and drawings as a whole unless their parts matter.
   * @returns {Record<string, Record<string, string>>}
   */
  values(drawings) {
    const follows = /^(--.*|inline-size|block-size|perspective-origin|transform-origin|.*-(block|inline)(-.*)?|-webkit-.*)$/;
    const paths = new Map(), alike = new Map(), found = {};
    const name = (one) => one.tagName.toLowerCase() + (one.dataset.was ?? [...one.classList].map((it) => `.${it}`).join(""));
    for (const one of document.querySelectorAll(drawings ? "html, body, body *" : "html, body, body :not(svg *)")) {
      one.dataset.was ??= [...one.classList].map((it) => `.${it}`).join("");
      const path = `${paths.get(one.parentElement) ?? ""} > ${name(one)}`;
      paths.set(one, path);
      const count = (alike.get(path) ?? 0) + 1;
      alike.set(path, count);
      if (count > 2) continue;
      for (const part of [null, "::before", "::after", "::placeholder"]) {
        const style = getComputedStyle(one, part);
        if (part === "::placeholder" ? !one.matches("input, textarea") : part && style.content === "none") continue;
        const keys = [...style].filter((key) => !follows.test(key));
        found[`${path} (${count})${part ?? ""}`] = Object.fromEntries(keys.map((key) => [key, style.getPropertyValue(key)]));
      }
    }
    return found;
  },

  /** What differs between two drawings of a page: one line each, sizes only in short. */
  differences(before, after) {
    return Object.keys({ ...before, ...after }).flatMap((path) => {
      const [was, is] = [before[path] ?? {}, after[path] ?? {}];
      const where = path.split(" > ").slice(-2).join(" > ");
      return Object.keys({ ...was, ...is })
        .filter((key) => was[key] !== is[key])
        .map((key) => (/^(height|width)$/.test(key) ? `size of ${where}` : `${where}: ${key}: ${was[key]} -> ${is[key]}`));
    });
  },

  /** How many pixels of two pictures differ by more than smoothing does. */
  async pixels(...pictures) {
    const [before, after] = await Promise.all(
      pictures.map(async (picture) => {
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
        const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height).data;
      }),
    );
    let count = 0;
    for (let at = 0; at < before.length; at += 4) {
      count += [0, 1, 2].some((part) => Math.abs(before[at + part] - after[at + part]) > 8);
    }
    return count;
  },
};
