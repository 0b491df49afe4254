import { Card, Stack, Text } from '@site/shared-ui';
import type { BackupHealth, DiskHealth, Health } from '../api/health';
import { useSpace } from '../api/owner-api';
import { useCall } from '../api/use-call';
import { formatShortMoment } from '../content/dates';
import { health, retention, retryMails } from '../content/health';
import { useVisitorMails } from '../parts/visitor-mails';
import { type Row, Rows } from '../view/cards';
import { ActionButton, useCallAction } from '../view/form';
import { TitledSection } from '../view/frame';
import { QueryResult } from '../view/query-result';
import { AskingButton } from '../view/questions';

export function HealthSection() {
  const query = useCall('owner_health', {});
  const { lack } = useVisitorMails();
  return (
    <TitledSection id="health" title={health.title}>
      <QueryResult query={query}>
        {(health) => (
          <Card>
            <Stack gap="4">
              <Rows rows={rowsOf(health, lack ?? [])} />
              {health.mails.failed > 0 && <RetryMails failed={health.mails.failed} />}
            </Stack>
          </Card>
        )}
      </QueryResult>
    </TitledSection>
  );
}

const row = (label: string, value: string, isBad = false): Row => ({ label, value, isBad });

const rowsOf = (
  { mails: { waiting, givenUp, toVisitors }, backup, disks, database }: Health,
  mailsLack: readonly string[],
): readonly Row[] => [
  row(health.mailsWaiting, String(waiting)),
  row(health.mailsGivenUp, String(givenUp), givenUp > 0),
  { ...row(health.toVisitors, health.areOn(toVisitors)), notes: mailsLack },
  row(health.database, health.databaseAnswers(database.bytes)),
  backupRow(backup),
  ...diskRows(disks),
];

function backupRow(backup: BackupHealth | null): Row {
  if (!backup) return row(health.backup, health.unavailable);
  const { isOn, at, bytes, failure, failedSince } = backup;
  const notes = placeOf(backup);
  const last = at ? health.backupAt(formatShortMoment(at), bytes ?? 0) : health.noBackup;
  if (!isOn) return { ...row(health.backup, health.backupOff), notes: at ? [last, ...notes] : [] };
  if (failure && failedSince) {
    const failing = health.backupFailing(formatShortMoment(failedSince), failure);
    return { ...row(health.backup, failing, true), notes: at ? [last, ...notes] : [] };
  }
  return { ...row(health.backup, last), notes };
}

function placeOf({ at, host, folder, sameDisk, withReleases }: BackupHealth): readonly string[] {
  if (!at || !host || !folder) return [];
  return [
    health.backupPlace(host, folder),
    sameDisk ? health.sameDisk : health.otherDisk,
    ...(withReleases ? [] : [health.withoutReleases]),
  ];
}

function diskRows(disks: readonly DiskHealth[] | null): readonly Row[] {
  if (!disks) return [row(health.disk, health.unavailable)];
  const isOneHost = new Set(disks.map(({ host }) => host)).size === 1;
  return disks.map(({ host, isBackup, freeBytes, totalBytes, isLow }) => {
    const label = isBackup ? health.backupDisk : health.disk;
    return row(isOneHost ? label : health.onHost(label, host), health.room(freeBytes, totalBytes), isLow);
  });
}

/** Shows a removal of old requests that waits for the owner; nothing while there is none. */
export function HeldRetentionSection() {
  const { data } = useCall('owner_health', {});
  const removing = useCallAction('owner_confirm_retention', { done: () => retention.done });
  if (!data?.retention) return null;
  const { requests, resumesAt } = data.retention;
  return (
    <TitledSection id="held-retention" title={retention.title}>
      <Card>
        <Stack gap="4">
          <Text>{retention.text(data.retention)}</Text>
          <Text>{retention.resumes(formatShortMoment(resumesAt))}</Text>
          <AskingButton
            label={retention.confirm(requests)}
            title={retention.askTitle}
            act={() => removing.mutateAsync({ requests })}
          >
            <Text>{retention.askText}</Text>
          </AskingButton>
        </Stack>
      </Card>
    </TitledSection>
  );
}

/** @param failed mails that wait for another try, or were given up */
function RetryMails({ failed }: { readonly failed: number }) {
  const { host } = useSpace();
  const { act: retry } = useCallAction('owner_retry_mails', {
    onSuccess: (counts) => {
      const tone = counts.retried === 0 && counts.left > 0 ? 'error' : 'success';
      host.notify({ title: retryMails.done(counts), tone, duration: 8000 });
    },
  });
  return (
    <Stack gap="3" borderTopWidth="1px" borderColor="sand" paddingTop="4">
      <Text fontSize="sm">{retryMails.text(failed)}</Text>
      <ActionButton onClick={() => retry({})}>{retryMails.retry}</ActionButton>
    </Stack>
  );
}
