import type { Alert } from '@site/release-core/watch/alerts';
import type { ReleaseEvidence, WatchedRelease } from '@site/release-core/watch/evidence';
import { type Judgement, judge } from '@site/release-core/watch/judge';
import { isSilent, mayBeSilent, type SettledVisits, type Visits } from '@site/release-core/watch/silent-visits';
import type { PartFigures } from '@site/release-core/watch/stored-watches';
import type { FoundWatch } from './find-watches';

/** Fewer may be one visitor with a broken browser. */
const LEAST_UNATTRIBUTED = 2;

export interface Finding {
  readonly watch: FoundWatch;
  readonly judgement: Judgement;
  readonly parts: readonly PartFigures[];
  readonly unattributed: number;
  readonly dropped: number;
  readonly alert?: Alert;
}

interface Looked {
  readonly evidence: readonly ReleaseEvidence[];
  readonly visits: Visits;
  /** Number of the site's last change. */
  readonly seq: number;
  readonly now: number;
}

/** Judges each watch by the evidence about its own parts. */
export function judgeWatches(watches: readonly FoundWatch[], looked: Looked): readonly Finding[] {
  const judged = watches.map((watch) => judgeWatch(watch, looked));
  const silent = judged.filter(({ judgement }) => isForSilence(judgement));
  const ofShell = judged.find(({ visits }) => visits.some((one) => isOfShell(one) && mayBeSilent(one)));
  if (!ofShell || silent.every((finding) => finding === ofShell)) return judged;
  const isShell = isSilentElsewhere(silent.flatMap((finding) => finding.silent));
  const isAmbiguous = silent.includes(ofShell) && !isShell;
  return judged.map((finding) => {
    if (!silent.includes(finding) || (isShell && finding === ofShell)) return finding;
    return { ...finding, judgement: { verdict: 'watching' }, ...(isAmbiguous && { alert: 'ambiguous' }) };
  });
}

interface PartVisits extends SettledVisits {
  readonly name: string;
}

interface Judged extends Finding {
  readonly visits: readonly PartVisits[];
  /** Those of its parts that are to be returned for silence. */
  readonly silent: readonly PartVisits[];
}

function judgeWatch(watch: FoundWatch, { evidence, visits, seq, now }: Looked): Judged {
  const judged = watch.inPlace.flatMap((part) => {
    const counts = evidence.find(({ name, id }) => name === part.name && id === part.id);
    if (!counts) return [];
    const settled = visits.count(`${part.name}@${part.id}`, seq, counts.since);
    const judgement = judge({ ...counts, visits: settled }, { ...watch, now });
    return [{ part, counts, judgement, visits: { name: part.name, ...settled } }];
  });
  const unattributed = Math.max(0, ...judged.map(({ counts }) => counts.unattributed));
  const dropped = Math.max(0, ...judged.map(({ counts }) => counts.dropped));
  return {
    watch,
    visits: judged.map(({ visits }) => visits),
    silent: judged.filter(({ judgement }) => isForSilence(judgement)).map(({ visits }) => visits),
    judgement: judgementOf(judged.map(({ judgement }) => judgement)),
    parts: judged.map(({ part, counts }) => figuresOf(part, counts)),
    unattributed,
    dropped,
    ...(unattributed >= LEAST_UNATTRIBUTED && { alert: 'unattributed' as const }),
  };
}

/** A change returns with all its parts when one of them must; it ends when the last of them has enough visits. */
function judgementOf(judgements: readonly Judgement[]): Judgement {
  const returned = judgements.filter(({ verdict }) => verdict === 'returned');
  const failing = returned.find((judgement) => 'because' in judgement && judgement.because === 'failures');
  const decisive = failing ?? returned[0];
  if (decisive) return decisive;
  if (judgements.length === 0 || judgements.some(({ verdict }) => verdict === 'watching'))
    return { verdict: 'watching' };
  return { verdict: judgements.every(({ verdict }) => verdict === 'passed') ? 'passed' : 'not-enough-visits' };
}

const isForSilence = (judgement: Judgement) => judgement.verdict === 'returned' && judgement.because === 'silence';

/**
 * A page whose shell does not start is silent for the shell and for its part. The shell is to blame when enough pages
 * of other parts are silent too; otherwise nobody can know which of the two changes it was.
 */
function isSilentElsewhere(silent: readonly PartVisits[]): boolean {
  const [shell, others] = [silent.filter(isOfShell), silent.filter((one) => !isOfShell(one))];
  const most = (parts: readonly PartVisits[]) => Math.max(0, ...parts.map(({ visits }) => visits));
  return isSilent({ visits: most(shell) - most(others), started: 0 });
}

const isOfShell = ({ name }: PartVisits) => name === 'shell';

const figuresOf = ({ name, id, previous }: WatchedRelease, { since, before }: ReleaseEvidence): PartFigures => ({
  name,
  id,
  previous,
  since,
  before,
});
