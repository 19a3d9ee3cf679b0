/** Share a few lines: with the phone's share sheet, or through the clipboard. */

/** How it was shared: by the phone's sheet, by copying, or not at all. @param {string} text @returns {Promise<"sheet" | "copied" | "">} */
export async function shareLines(text) {
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ text });
      return "sheet";
    }
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    return "";
  }
}

/** Copy an address; says whether that worked: a browser may refuse it, and without HTTPS there is no clipboard. @param {string} text */
export const copyText = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};
