import { Box, Card, Heading, Stack, todayInParis } from '@site/shared-ui';
import { CheckboxField, TextField } from '@site/shared-ui/form';
import { FOLLOW_UP_STEPS, type OwnedRequest } from '@site/supabase/requests';
import { useState } from 'react';
import { followUp as words } from '../../content/follow-up';
import type { ActionProps } from './message-section';

/** What happened after a confirmation, each with its day. A box that is cleared takes its day back. */
export function FollowUp({ request: { status, followUp }, run, isDisabled }: ActionProps) {
  const today = todayInParis();
  const [day, setDay] = useState(today);
  const isConfirmed = status === 'confirmee';
  const isWrong = day === '' || day > today;
  // What was noted stays visible after a cancellation.
  if (!isConfirmed && followUpLines(followUp).length === 0) return null;
  return (
    <Card>
      <Stack gap="4">
        <Heading as="h3" size="xl">
          {words.title}
        </Heading>
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
            return (
              <li key={step}>
                <CheckboxField
                  name={`follow-up-${step}`}
                  label={words.words[step]}
                  hint={noted && words.on(noted)}
                  checked={noted !== undefined}
                  disabled={isDisabled || !isConfirmed || (!noted && isWrong)}
                  onChange={() => run({ name: 'owner_follow_up', args: { step, day: noted ? null : day } })}
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
export const followUpLines = (followUp: OwnedRequest['followUp']): readonly string[] =>
  FOLLOW_UP_STEPS.flatMap((step) => {
    const day = followUp[step];
    return day ? `${words.words[step]} ${words.on(day)}` : [];
  });
