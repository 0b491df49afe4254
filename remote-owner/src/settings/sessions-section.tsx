import { Box, Button, Card, Stack, Text } from '@site/shared-ui';
import { useSpace } from '../api/owner-api';
import { useCall } from '../api/use-call';
import type { OwnerSession } from '../api/wire';
import { formatLongMoment } from '../content/dates';
import { settings } from '../content/settings';
import { ActionButton, useCallAction } from '../view/form';
import { TitledSection } from '../view/frame';
import { QueryResult } from '../view/query-result';
import { AskingButton } from '../view/questions';

export function SessionsSection() {
  const query = useCall('owner_sessions', {});
  return (
    <TitledSection id="sessions" title={settings.sessions}>
      <QueryResult query={query}>
        {(sessions) => (
          <Card>
            <Stack as="ul" gap="6" listStyleType="none">
              {sessions.map((session) => (
                <Session key={session.id} session={session} />
              ))}
            </Stack>
          </Card>
        )}
      </QueryResult>
      <SignOutEverywhere />
    </TitledSection>
  );
}

function Session({ session }: { readonly session: OwnerSession }) {
  const { api } = useSpace();
  const ending = useCallAction('owner_end_session', { shows: 'owner_sessions', done: () => settings.ended });
  const name = nameOf(session.userAgent);
  return (
    <Stack as="li" gap="3" align="flex-start">
      <Box>
        <Text fontWeight="semibold" overflowWrap="anywhere">
          {name + (session.isThis ? ` – ${settings.thisDevice}` : '')}
        </Text>
        <Text fontSize="sm">{settings.since(formatLongMoment(session.createdAt))}</Text>
        <Text fontSize="sm">{settings.used(formatLongMoment(session.usedAt))}</Text>
      </Box>
      {session.isThis ? (
        <Button variant="quiet" onClick={() => void api.session.signOut('local')}>
          {settings.signOut}
        </Button>
      ) : (
        <ActionButton
          disabled={ending.isPending}
          aria-label={settings.endSessionOf(name)}
          onClick={() => ending.mutate({ id: session.id })}
        >
          {settings.endSession}
        </ActionButton>
      )}
    </Stack>
  );
}

const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const DEVICES: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'Mac'],
  [/Linux/, 'Linux'],
];

/** « Chrome, Android » */
function nameOf(userAgent: string | null): string {
  const names = [BROWSERS, DEVICES].flatMap((list) => list.find(([sign]) => sign.test(userAgent ?? ''))?.[1] ?? []);
  return names.join(', ') || settings.unknownDevice;
}

function SignOutEverywhere() {
  const { api } = useSpace();
  return (
    <AskingButton
      label={settings.signOutEverywhere}
      title={settings.signOutTitle}
      act={() => void api.session.signOut('global')}
    >
      <Text>{settings.signOutText}</Text>
    </AskingButton>
  );
}
