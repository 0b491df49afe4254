import { undelivered } from '@site/supabase/functions/_shared/drain';

type Part = 'database' | 'delivery' | 'tasks';

const sentences: Record<Part, { failed: (reason: string) => string; works: string }> = {
  database: {
    failed: (reason) => `Mails wait for the database (${reason}).`,
    works: 'Mails: the database answers again.',
  },
  delivery: {
    failed: undelivered,
    works: 'Mails are sent again.',
  },
  tasks: {
    failed: (reason) => `A task beside the mails fails and is tried again (${reason}).`,
    works: 'The tasks beside the mails succeed again.',
  },
};

/** Prints once when a part fails or works again, as attempts every two seconds would flood the log. */
export function createChangeLog(print: (line: string) => void): (part: Part, reason: string | null) => void {
  const reasons: Partial<Record<Part, string | null>> = {};
  return (part, reason) => {
    const before = reasons[part] ?? null;
    reasons[part] = reason;
    // A lost database gives another reason at each attempt; a mail server's reasons are worth logging.
    const isChange = part === 'delivery' ? reason !== before : (reason === null) !== (before === null);
    if (!isChange) return;
    print(reason === null ? sentences[part].works : sentences[part].failed(reason));
  };
}
