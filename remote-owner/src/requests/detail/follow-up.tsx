import type { Site } from '@site/contract/host';
import { Box, Card, Heading, Stack, todayInParis } from '@site/shared-ui';
import { CheckboxField, TextField } from '@site/shared-ui/form';
import { FOLLOW_UP_STEPS, type FollowUpStep, type OwnedRequest } from '@site/supabase/requests';
import { useState } from 'react';
import { type OwnerApi, useOwner } from '../../api/owner-api';
import { signedBeforeSent } from '../../content/paper-names';
import { followUp as words } from '../../content/requests';
import { Loaded } from '../../view/answered';
import type { ActionProps } from '../use-request-action';

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
