import type { Site } from '@site/contract/host';
import { Box, Button, Card, Flex, Heading, Stack, Text, todayInParis } from '@site/shared-ui';
import { CheckboxField, TextField } from '@site/shared-ui/form';
import { FOLLOW_UP_STEPS, type FollowUpStep, type OwnedRequest } from '@site/supabase/requests';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type OwnerApi, useOwner } from '../../api/owner-api';
import { signedBeforeSent } from '../../content/paper-names';
import { detail, followUp as words } from '../../content/requests';
import { Loaded } from '../../view/answered';
import { useAction } from '../../view/form';
import type { RequestAction } from '../use-request-action';

export function MessageSection({ request: { message, handledAt }, run, isDisabled }: ActionProps) {
  return (
    <Card>
      <Stack gap="4">
        <Heading as="h3" size="xl">
          {detail.message}
        </Heading>
        <Text whiteSpace="pre-wrap" overflowWrap="anywhere">
          {message || detail.noMessage}
        </Text>
        <Flex>
          <Button
            variant={handledAt ? 'quiet' : 'primary'}
            disabled={isDisabled}
            onClick={() => run({ name: 'owner_handle', args: { handled: !handledAt } })}
          >
            {handledAt ? detail.unhandle : detail.handle}
          </Button>
        </Flex>
      </Stack>
    </Card>
  );
}

type DoubtActions = Pick<ActionProps, 'run' | 'isDisabled'>;

interface DoubtProps extends DoubtActions {
  readonly why: string;
  readonly label: string;
  readonly action: RequestAction;
}

/** Takes a request out of the spam, and undoes its cancellation. */
export const SpamSection = (props: DoubtActions) => (
  <Doubt {...props} why={detail.spam} label={detail.unspam} action={{ name: 'owner_reopen', args: {} }} />
);

/** Makes a flagged request an ordinary one. */
export const VerifySection = (props: DoubtActions) => (
  <Doubt {...props} why={detail.verify} label={detail.verifyDo} action={{ name: 'owner_verify', args: {} }} />
);

function Doubt({ run, isDisabled, why, label, action }: DoubtProps) {
  return (
    <Card>
      <Stack gap="4">
        <Text>{why}</Text>
        <Flex>
          <Button variant="primary" disabled={isDisabled} onClick={() => run(action)}>
            {label}
          </Button>
        </Flex>
      </Stack>
    </Card>
  );
}

export interface ActionProps {
  readonly request: OwnedRequest;
  /** @param on the request as the owner saw it; defaults to the current one */
  readonly run: (action: RequestAction, on?: OwnedRequest) => void;
  /** True while the shown data are old. */
  readonly isDisabled: boolean;
}

interface MarkSpamProps {
  readonly request: OwnedRequest;
  readonly isDisabled: boolean;
}

/** Can be undone, so it asks nothing. A reservation that the owner has confirmed or cancelled is no spam. */
export function MarkSpam({ request: { id, isSpam, status }, isDisabled }: MarkSpamProps) {
  const { api } = useOwner();
  const queries = useQueryClient();
  const marking = useAction({
    mutationFn: () => api.call('owner_spam', { ids: [id], expected: 1 }),
    onSuccess: () => void queries.invalidateQueries(),
    done: () => detail.spamDone,
  });
  if (isSpam || (status !== null && status !== 'nouvelle')) return null;
  return (
    <Flex>
      <Button variant="quiet" disabled={isDisabled} onClick={() => !marking.isPending && marking.mutate()}>
        {detail.markSpam}
      </Button>
    </Flex>
  );
}

async function readFingerprint(api: OwnerApi, site: Site, id: string): Promise<string | undefined> {
  const reservation = await api.call('owner_day_file', { id });
  const { writeAgreement } = await import('../../papers/agreement');
  return reservation ? writeAgreement({ ...reservation, site, today: todayInParis() }).fingerprint : undefined;
}

const loadChanges = async () => (await import('../../day-file/changed-papers')).ChangedPapers;

interface FollowUpProps extends ActionProps {
  readonly hasSentPapers: boolean;
}

/** What happened after a confirmation, each with its day. A box that is cleared takes its day back. */
export function FollowUp({ request, hasSentPapers, run, isDisabled }: FollowUpProps) {
  const { id, status, confirmedDates, followUp, isContract: isContrat } = request;
  const today = todayInParis();
  const [day, setDay] = useState(today);
  const { api, host } = useOwner();
  const follow = async (step: FollowUpStep, day: string | null) => {
    const isConvention = step === 'convention_sent' || step === 'convention_signed';
    // Tells later whether the convention still says the same. Without it, only its days are known.
    const fingerprint =
      isConvention && day ? await readFingerprint(api, host.site, id).catch(() => undefined) : undefined;
    run({ name: 'owner_follow_up', args: { step, day, ...(fingerprint && { print: fingerprint }) } });
  };
  const isConfirmed = status === 'confirmee';
  const isWrong = day === '' || day > today;
  const sentOn = followUp.convention_sent ?? '';
  const beforeSent = !isWrong && day < sentOn ? signedBeforeSent(sentOn) : undefined;
  // What was noted stays visible after a cancellation.
  if (!isConfirmed && followUpLines(request).length === 0) return null;
  return (
    <Card>
      <Stack gap="4">
        <Heading as="h3" size="xl">
          {words.title}
        </Heading>
        {isConfirmed && hasSentPapers && <Loaded load={loadChanges} props={{ id }} />}
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
            if (step === 'held' && !noted && !confirmedDates.some((date) => date <= today)) return null;
            return (
              <li key={step}>
                <CheckboxField
                  name={`follow-up-${step}`}
                  label={words.step(step, isContrat)}
                  hint={noted ? words.on(noted) : refusal}
                  checked={noted !== undefined}
                  disabled={isDisabled || !isConfirmed || (!noted && (isWrong || refusal !== undefined))}
                  onChange={() => void follow(step, noted ? null : day)}
                />
              </li>
            );
          })}
        </Stack>
      </Stack>
    </Card>
  );
}

/** « Convention envoyée le lundi 23 novembre 2026 », in the usual order. */
export const followUpLines = ({ followUp, isContract: isContrat }: OwnedRequest): readonly string[] =>
  FOLLOW_UP_STEPS.flatMap((step) => {
    const day = followUp[step];
    return day ? `${words.step(step, isContrat)} ${words.on(day)}` : [];
  });
