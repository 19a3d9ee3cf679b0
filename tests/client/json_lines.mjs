/** Reports every case as a line of JSON: its file, its name, and what failed in it. */
export default async function* report(events) {
  for await (const { type, data } of events) {
    if (type !== "test:pass" && type !== "test:fail") continue;
    const failed = type === "test:fail" ? String(data.details.error.cause?.stack ?? data.details.error) : null;
    yield `${JSON.stringify({ file: data.file, name: data.name, failed })}\n`;
  }
}
