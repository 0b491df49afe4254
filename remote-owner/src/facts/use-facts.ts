import { plannedMinutes } from '@site/contract/day-hours';
import { daysNamedIn, isDayCount } from '@site/contract/offer';
import type { FactValue } from '@site/contract/page-data';
import { readPhone } from '@site/contract/phone';
import { isPrice, pricesOf } from '@site/contract/prices';
import { brokenRule, cellsOf, cleanFact } from '@site/contract/typed-facts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { readStored, store, TYPED_KEY } from '../api/answer-storage';
import { CallError } from '../api/call-error';
import { useSpace } from '../api/owner-api';
import type { Fact, FactsAnswer } from '../api/release-answers';
import { FACTS_ALONE } from '../api/use-call';
import { labelsOf } from '../content/fact-subjects';
import { facts as words } from '../content/facts';
import { depositNamedIn } from '../papers/site-fields';
import { releaseFailureText } from '../parts/use-release-action';
import { useAction } from '../view/form';
import { companionsOf, type Refusal, refusalsFor, type ServerRefusal } from './refusals';

const CHANGES_READ = '100';

export function useFacts() {
  const { api } = useSpace();
  const queries = useQueryClient();
  return useQuery({
    queryKey: ['release', 'facts'],
    queryFn: async () => {
      const [answer, log] = await Promise.all([api.release('facts'), api.release('log', { limit: CHANGES_READ })]);
      const edits = log.changes.filter(({ command }) => command === 'edit-facts');
      // The opening view then has it at once.
      queries.setQueryData(FACTS_ALONE, answer);
      return { answer, edits };
    },
  });
}

/** Edits values by key; null restores the value of `site.json`. */
export type Edits = Readonly<Record<string, FactValue | null>>;

interface Draft {
  readonly typed: Edits;
  /** The proposals that filled in the draft: a typed value that differs is the owner's own. */
  readonly proposed: Edits;
  /** The site's facts when the owner began to type; null once some of the draft is published. */
  readonly was: readonly Fact[] | null;
  /** What a publication follows; null for the latest change of the site. */
  readonly seq: number | null;
}

const NOTHING: Draft = { typed: {}, proposed: {}, was: null, seq: null };

/** Survives the end of the app, not of the session. Without access to storage, it lasts as long as the view. */
function readDraft(): Draft {
  const stored = readStored<Draft>('localStorage', TYPED_KEY);
  return stored?.typed ? { ...NOTHING, ...stored } : NOTHING;
}

const keepDraft = (draft: Draft) => store('localStorage', TYPED_KEY, draft === NOTHING ? null : draft);

/** The typed values that are not yet published. A change of another device counts as seen only by `seeLatest`. */
export function useDraft(latest: FactsAnswer) {
  const [stored, setDraft] = useState(readDraft);
  const draft = useMemo(() => withoutPublished(stored, latest), [stored, latest]);
  const { typed, proposed, was, seq } = draft;
  const edit = ({ key }: Fact, next: FactValue | null, proposals: Edits) =>
    setDraft((stored) => {
      const { typed, proposed, was, seq } = withoutPublished(stored, latest);
      return {
        typed: { ...typed, [key]: next },
        proposed: { ...proposed, ...proposals },
        was: was ?? latest.facts,
        seq: was ? seq : latest.seq,
      };
    });
  useEffect(() => void keepDraft(draft), [draft]);
  useEffect(() => {
    // Tabs of a device share the draft: the other one would otherwise write its own over what is typed here.
    const share = ({ key }: StorageEvent) => key === TYPED_KEY && setDraft(readDraft());
    window.addEventListener('storage', share);
    return () => window.removeEventListener('storage', share);
  }, []);
  return {
    facts: latest.facts,
    seq: seq ?? latest.seq,
    typed,
    /** Whether somebody else has published the fact since its owner began to type. */
    hasMoved: ({ key, value }: Fact) =>
      key in typed && was?.some((fact) => fact.key === key && !isSame(fact.value, value)) === true,
    type: (fact: Fact, next: FactValue | null) => edit(fact, next, {}),
    propose: (fact: Fact, next: FactValue) => edit(fact, next, { [fact.key]: next }),
    /** Whether it is a proposal that the owner has not changed. */
    isProposed: ({ key }: Fact) => {
      const [own, proposal] = [typed[key], proposed[key]].map((value) => value && cleanFact(key, value));
      return Boolean(own && proposal && isSame(own, proposal));
    },
    /**
     * Shows what is sent: a refusal names lines of lists by their number.
     * @returns what is typed and changes something
     */
    clean: (): Edits => {
      const clean = withoutPublished({ ...draft, typed: cleanTyped(typed) }, latest);
      setDraft(clean);
      return clean.typed;
    },
    /** Keeps the other typed values on top of the present ones, in storage too: the owner may have left the view. */
    forget: (published: Edits) => {
      const keepOthers = ({ typed, proposed }: Draft): Draft => {
        const keys = Object.keys(published).filter((key) => isSame(typed[key], published[key]));
        return { ...NOTHING, proposed, typed: without(typed, keys) };
      };
      keepDraft(keepOthers(readDraft()));
      setDraft(keepOthers);
    },
    /** Keeps what is typed, on top of what is there now. */
    seeLatest: () => setDraft((draft) => ({ ...draft, seq: null })),
  };
}

/** Between professionals, from the date of the invoice (Code de commerce, L441-10, I). */
const LONGEST_DAYS = 60;

/**
 * What is said about a number of days that is too long, or differs from the one in words, or that nobody has said; may
 * be empty.
 */
export function paymentWarning(when: FactValue | null | undefined, days: FactValue | null | undefined): string {
  const daysInWords = daysNamedIn(String(when ?? ''));
  const given = String(cleanFact('papers.paymentDays', days ?? ''));
  if (when && !daysInWords && !given) return words.noDays;
  if (Number(given || daysInWords) > LONGEST_DAYS) return words.longDays;
  return daysInWords && given && daysInWords !== given && isDayCount(given) ? words.otherDays(daysInWords, given) : '';
}

/** What is said about a text on payment that speaks of a deposit, which papers do by themselves or do not ask for. */
export function depositWarning(when: FactValue | null | undefined, isAsked: boolean): string {
  const named = depositNamedIn(String(when ?? ''));
  if (!named) return '';
  return (named === 'denied') === isAsked ? words.otherDeposit(isAsked) : isAsked ? words.depositTwice : '';
}

/** The warning about a funded plan that costs no more than the standard one; empty for none or an unreadable price. */
export function pricesWarning(standard: FactValue | null | undefined, funded: FactValue | null | undefined): string {
  const given = (price: FactValue | null | undefined) =>
    typeof price === 'string' ? String(cleanFact('prices.standard', price)) : '';
  const typed = { standard: given(standard), funded: given(funded) };
  const prices = pricesOf({ prices: typed });
  const isReadable = Object.values(typed).every((price) => price === '' || isPrice(price));
  return !isReadable || prices.funded > prices.standard ? '' : words.otherPrices(prices.funded === prices.standard);
}

/** What is said about a timetable; empty without one. */
export function durationNote(day: FactValue | null | undefined): string {
  if (!Array.isArray(day)) return '';
  const parts = day.map(cellsOf).map(([from = '', to = '', text = '']) => ({ from, to, text }));
  const minutes = plannedMinutes(parts);
  return minutes > 0 ? words.duration(minutes) : '';
}

export const isEmpty = (value: FactValue): boolean => typeof value !== 'boolean' && value.length === 0;

type Typed = FactValue | null | undefined;

const isSame = (value: Typed, other: Typed) => JSON.stringify(value) === JSON.stringify(other);

const cleanTyped = (typed: Edits): Edits =>
  Object.fromEntries(
    Object.entries(typed).map(([key, value]) => [key, value === null ? null : cleanFact(key, value)] as const),
  );

/** The value as visitors read it. */
const shownAs = (key: string, value: FactValue) =>
  /phone$/.test(key) && typeof value === 'string' ? readPhone(value).shown : value;

/** Drops typed values that the site has by now, whoever has published them. */
function withoutPublished(draft: Draft, { facts }: FactsAnswer): Draft {
  const others = Object.entries(draft.typed).filter(([key, value]) => {
    const fact = facts.find((candidate) => candidate.key === key);
    return value === null ? fact?.isEdited !== false : !isSame(shownAs(key, value), fact?.value ?? '');
  });
  return others.length > 0 ? { ...draft, typed: Object.fromEntries(others) } : NOTHING;
}

const without = (typed: Edits, keys: readonly string[]): Edits =>
  Object.fromEntries(Object.entries(typed).filter(([key]) => !keys.includes(key)));

/** The typed value of a key with those that it is published with. */
function alone(typed: Edits, key: string): Edits {
  const chosen = [key, ...companionsOf(key)];
  return Object.fromEntries(Object.entries(typed).filter(([other]) => chosen.includes(other)));
}

interface Outcome<Answer> {
  /** Null when nothing could be sent. */
  readonly answer: Answer | null;
  readonly sent: Edits;
  readonly refused: readonly Refusal[];
}

/**
 * Sends all values that the server accepts: refused ones, with those that belong to them, do not hold up the rest.
 * @throws CallError
 */
async function sendAcceptable<Answer>(facts: Edits, send: (facts: Edits) => Promise<Answer>): Promise<Outcome<Answer>> {
  const faults = Object.entries(facts).flatMap(([key, value]) => {
    const rule = value === null ? null : brokenRule(key, value);
    return rule ? [{ key, rule }] : [];
  });
  if (faults.length > 0) return sendOthers(facts, faults, send);
  if (Object.keys(facts).length === 0) return { answer: null, sent: {}, refused: [] };
  try {
    return { answer: await send(facts), sent: facts, refused: [] };
  } catch (error) {
    const current = error instanceof CallError ? (error.current as { facts?: readonly ServerRefusal[] } | null) : null;
    if (!current?.facts?.length) throw error;
    return sendOthers(facts, current.facts, send);
  }
}

async function sendOthers<Answer>(
  facts: Edits,
  refusals: readonly ServerRefusal[],
  send: (facts: Edits) => Promise<Answer>,
): Promise<Outcome<Answer>> {
  const { refused, withheld } = refusalsFor(refusals, Object.keys(facts));
  const others = without(facts, withheld);
  // The site refuses what it has already, so that nothing can be published.
  if (withheld.length === 0) return { answer: null, sent: {}, refused };
  const outcome = await sendAcceptable(others, send);
  const known = refused.map(({ key }) => key);
  return { ...outcome, refused: [...refused, ...outcome.refused.filter(({ key }) => !known.includes(key))] };
}

/** Previews the typed values, or publishes all or one of them. Both name the values that they leave out. */
export function usePublish(draft: ReturnType<typeof useDraft>) {
  const { api, host, renewSite } = useSpace();
  const queries = useQueryClient();
  const onError = (error: unknown) => {
    const isChanged = error instanceof CallError && error.reason === 'changed';
    if (isChanged) draft.seeLatest();
    host.notify({ title: isChanged ? words.changedMeanwhile : releaseFailureText(error), tone: 'error' });
  };
  const refresh = () => queries.invalidateQueries({ queryKey: ['release'] });
  const preview = useAction({
    mutationFn: () => {
      const typed = draft.clean();
      return sendAcceptable(typed, (facts) => api.release('preview-facts', { facts }));
    },
    onError,
  });
  const publish = useAction({
    mutationFn: (key: string | null) => {
      const typed = draft.clean();
      const { seq } = draft;
      const chosen = key === null ? typed : alone(typed, key);
      return sendAcceptable(chosen, (facts) => api.release('edit-facts', { facts, seq }));
    },
    onSuccess: async ({ answer, sent, refused }, key) => {
      const keys = Object.keys(sent);
      if (keys.length === 0) return;
      preview.reset();
      // First the new values, so that the former ones do not show in between.
      await Promise.all([refresh(), renewSite(answer?.seq)]);
      draft.forget(sent);
      const whole = key === null ? words.published : words.publishedAlone(labelsOf(keys));
      const title = refused.length > 0 ? words.publishedInPart : whole;
      host.notify({ title, tone: 'success', duration: 5000 });
    },
    onError: (error) => {
      onError(error);
      return refresh();
    },
  });
  return { preview, publish, refused: publish.data?.refused ?? preview.data?.refused ?? [] };
}
