type Part = 'database' | 'delivery';

const sentences: Record<Part, { failed: (reason: string) => string; works: string }> = {
  database: {
    failed: (reason) => `Mails to the owner wait for the database (${reason}).`,
    works: 'Mails to the owner: the database answers again.',
  },
  delivery: {
    failed: (reason) => `A mail to the owner was not sent and will be tried again (${reason}).`,
    works: 'Mails to the owner are sent again.',
  },
};

/** Prints once when a part fails or works again, as attempts every two seconds would flood the log. */
export function changes(print: (line: string) => void): (part: Part, reason: string | null) => void {
  const known: Partial<Record<Part, string | null>> = {};
  return (part, reason) => {
    const before = known[part] ?? null;
    known[part] = reason;
    // A lost database gives another reason at each attempt; a mail server's reasons are worth logging.
    const isNews = part === 'database' ? (reason === null) !== (before === null) : reason !== before;
    if (!isNews) return;
    print(reason === null ? sentences[part].works : sentences[part].failed(reason));
  };
}
