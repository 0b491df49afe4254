import type { HeldRetention, RetentionRun } from './retention';

const reasons: Record<HeldRetention['reason'], string> = {
  share: 'more than ten, and more than a tenth of all',
  clock: 'more than a month since the last run',
};

/** Logs each run that removes something, and once that a run is held, as it is repeated every hour. */
export function retentionLog(print: (line: string) => void): (run: RetentionRun) => void {
  let wasHeld = false;
  return ({ removed: { requests, mails, incidents, files }, held }) => {
    if (requests + mails + incidents + files > 0) {
      print(
        `Retention removed ${count(requests, 'request')}, ${count(mails, 'mail')} in the outbox, ${count(incidents, 'incident')} and ${count(files, 'mail file')}.`,
      );
    }
    if (held && !wasHeld) {
      print(
        `Retention waits for the owner: it would remove ${held.requests} of ${count(held.total, 'request')} (${reasons[held.reason]}). Check the machine's date, then run "npx pnpm inbox retention --confirm", or let it resume on ${held.resumesAt}.`,
      );
    }
    wasHeld = held !== null;
  };
}

function count(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}
