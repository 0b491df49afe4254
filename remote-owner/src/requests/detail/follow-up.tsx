import { areDaysOver, hoursOf } from '@site/contract/day-hours';
import type { Notice } from '@site/contract/host';
import { firstDayAhead } from '@site/contract/today';
import { Box, Stack, todayInParis } from '@site/shared-ui';
import { CheckboxField, TextField } from '@site/shared-ui/form';
import { FOLLOW_UP_STEPS, type FollowUpStep, type OwnedRequest } from '@site/supabase/requests';
import { useState } from 'react';
import { useFirstDayAhead, useSpace } from '../../api/owner-api';
import type { HistoryItem } from '../../api/requests';
import { signedBeforeSent } from '../../content/paper-names';
import { followUp as words } from '../../content/requests';
import type { Paper } from '../../papers/paper';
import { TitledCard } from '../../view/cards';
import { failureText } from '../../view/form';
import { LazyView } from '../../view/lazy-view';
import { useIsOld } from '../../view/query-result';
import { ExpressRequestQuestion } from '../../view/questions';
import { addressOf, viewOfPlace } from '../../view/view-address';
import type { AnswerProps } from '../use-request-action';

/** What the agreement says now. `days`: those that need its box to be ticked if it is signed on that day. */
async function readAgreement({ api, host: { site } }: ReturnType<typeof useSpace>, id: string, signedOn: string) {
  const reservation = await api.call('owner_day_file', { id });
  if (!reservation) return undefined;
  const [{ writeAgreement }, { daysToRequest }] = await Promise.all([
    import('../../papers/agreement'),
    import('../../papers/deadlines'),
  ]);
  const data = { ...reservation, site, today: todayInParis(), ahead: firstDayAhead(hoursOf(site.day)) };
  const paper = writeAgreement(data);
  const { fingerprint } = paper;
  return { fingerprint, lacking: lackingNotice(paper), days: daysToRequest(data, signedOn), file: reservation.file };
}

/** Names the document and what it lacks, with links to the first two places; undefined if it lacks nothing. */
function lackingNotice({ title, missing, isOutside }: Paper): Notice | undefined {
  if (isOutside) return undefined;
  const open = missing.filter(({ isLater }) => !isLater);
  const places = [...new Map(open.map((one) => [one.place, one])).values()];
  const [link, otherLink] = places.map(({ label, place }) => ({
    label: words.complete(label),
    href: addressOf(viewOfPlace(place)),
  }));
  if (!link) return undefined;
  const text = words.lacking(
    title,
    places.map(({ label }) => label),
  );
  return { title: text, tone: 'error', link, ...(otherLink && { otherLink }) };
}

type Agreement = NonNullable<Awaited<ReturnType<typeof readAgreement>>>;

/** Notes the day of a step. `question`: props of `ExpressRequestQuestion`, which a signature may need first. */
function useFollow({ answer: { request }, run }: AnswerProps) {
  const { id } = request;
  const space = useSpace();
  const { api, host } = space;
  const [unanswered, setUnanswered] = useState<(Agreement & { readonly day: string }) | null>(null);
  const note = (step: FollowUpStep, day: string | null, { fingerprint: print }: Partial<Agreement> = {}) =>
    run({ name: 'owner_follow_up', args: { step, day, ...(print && { print }) } });
  const follow = async (step: FollowUpStep, day: string | null) => {
    const isConvention = step === 'convention_sent' || step === 'convention_signed';
    // Tells later whether the convention still says the same. Without it, only its days are known.
    const agreement = isConvention && day ? await readAgreement(space, id, day).catch(() => undefined) : undefined;
    // The database knows what a file lacks, but not the texts of the site.
    if (agreement?.lacking) host.notify(agreement.lacking);
    else if (step === 'convention_signed' && day && agreement && agreement.days.length > 0)
      setUnanswered({ ...agreement, day });
    else note(step, day, agreement);
  };
  const answer = async ({ day, ...agreement }: NonNullable<typeof unanswered>, isTicked: boolean) => {
    const { file } = agreement;
    setUnanswered(null);
    const expressRequestOn = isTicked ? day : null;
    if (expressRequestOn !== file.expressRequestOn) {
      const change = { id, version: file.version, changes: { expressRequestOn } };
      // The file of the day tells that it is not noted.
      await api.call('owner_change_day_file', change).catch((error: unknown) => {
        host.notify({ title: failureText(error), tone: 'error' });
      });
    }
    note('convention_signed', day, agreement);
  };
  const question = {
    days: unanswered?.days ?? null,
    onClose: () => setUnanswered(null),
    onAnswer: (isTicked: boolean) => void (unanswered && answer(unanswered, isTicked)),
  };
  return { follow, question };
}

const loadChanges = async () => (await import('../../day-file/changed-papers')).ChangedPapers;

const isSentPaper = ({ action }: HistoryItem) => /^(?:paper|convention)_(?:sent|signed)$/.test(action);

/** What happened after a confirmation, each with its day. A box that is cleared takes its day back. */
export function FollowUp(props: AnswerProps) {
  const { request, history } = props.answer;
  const { id, confirmedDates, followUp, isContract } = request;
  const today = todayInParis();
  const ahead = useFirstDayAhead();
  const [day, setDay] = useState(today);
  const { follow, question } = useFollow(props);
  const isOld = useIsOld();
  // Also while the visitor waits for an answer about another day.
  const isConfirmed = confirmedDates.length > 0;
  const isWrong = day === '' || day > today;
  const sentOn = followUp.convention_sent ?? '';
  const beforeSent = !isWrong && day < sentOn ? signedBeforeSent(sentOn) : undefined;
  // What was noted stays visible after a cancellation.
  if (!isConfirmed && followUpLines(request).length === 0) return null;
  return (
    <TitledCard title={words.title}>
      {isConfirmed && history.some(isSentPaper) && <LazyView load={loadChanges} props={{ id }} />}
      {isConfirmed && (
        <Box maxWidth="16rem">
          <TextField
            label={words.day}
            name="follow-up-day"
            type="date"
            max={today}
            hint={words.dayHint}
            value={day}
            error={isWrong ? words.dayWrong : undefined}
            onChange={(event) => setDay(event.target.value)}
          />
        </Box>
      )}
      <Stack as="ul" gap="1" listStyleType="none">
        {FOLLOW_UP_STEPS.map((step) => {
          const noted = followUp[step];
          const refusal = step === 'convention_signed' ? beforeSent : undefined;
          if (step === 'held' && !noted && !areDaysOver(confirmedDates, ahead)) return null;
          return (
            <li key={step}>
              <CheckboxField
                name={`follow-up-${step}`}
                label={words.step(step, isContract)}
                hint={noted ? words.on(noted) : refusal}
                checked={noted !== undefined}
                disabled={isOld || !isConfirmed || (!noted && (isWrong || refusal !== undefined))}
                onChange={() => void follow(step, noted ? null : day)}
              />
            </li>
          );
        })}
      </Stack>
      <ExpressRequestQuestion {...question} />
    </TitledCard>
  );
}

/** « Convention envoyée le lundi 23 novembre 2026 », in the usual order. */
export const followUpLines = ({ followUp, isContract }: OwnedRequest): readonly string[] =>
  FOLLOW_UP_STEPS.flatMap((step) => {
    const day = followUp[step];
    return day ? `${words.step(step, isContract)} ${words.on(day)}` : [];
  });
