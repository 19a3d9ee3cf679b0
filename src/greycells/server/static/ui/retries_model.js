/** When a question to the server is worth being asked again. */

/** Whether a refusal passes: too fast, busy, or without a connection. @param {number} status */
export const isTransient = (status) => status === 0 || status === 429 || status >= 500;
