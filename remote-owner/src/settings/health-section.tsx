import { Card, Stack } from '@site/shared-ui';
import type { BackupHealth, DiskHealth, Health } from '../api/health';
import { useCall } from '../api/use-call';
import { formatMoment } from '../content/dates';
import { health } from '../content/health';
import { Answered } from '../view/answered';
import { TitledSection } from '../view/titled-section';
import { type Fact, FactRow } from './fact-row';
import { RetryMails } from './retry-mails';

export function HealthSection() {
  const query = useCall('owner_health', {});
  return (
    <TitledSection id="health" title={health.title}>
      <Answered query={query}>
        {(health, isOld) => (
          <Card>
            <Stack gap="4">
              <Stack as="dl" gap="3">
                {factsOf(health).map((fact) => (
                  <FactRow key={fact.label} fact={fact} />
                ))}
              </Stack>
              {health.mails.failed > 0 && <RetryMails failed={health.mails.failed} isOld={isOld} />}
            </Stack>
          </Card>
        )}
      </Answered>
    </TitledSection>
  );
}

const fact = (label: string, value: string, isBad = false): Fact => ({ label, value, isBad });

const factsOf = ({ mails: { waiting, givenUp }, backup, disks, database }: Health): readonly Fact[] => [
  fact(health.mailsWaiting, String(waiting)),
  fact(health.mailsGivenUp, String(givenUp), givenUp > 0),
  fact(health.database, health.databaseAnswers(database.bytes)),
  backupFact(backup),
  ...diskFacts(disks),
];

function backupFact(backup: BackupHealth | null): Fact {
  if (!backup) return fact(health.backup, health.unavailable);
  const { isOn, at, bytes, failure, failedSince } = backup;
  const notes = placeOf(backup);
  const last = at ? health.backupAt(formatMoment(at), bytes ?? 0) : health.noBackup;
  if (!isOn) return { ...fact(health.backup, health.backupOff), notes: at ? [last, ...notes] : [] };
  if (failure && failedSince) {
    const failing = health.backupFailing(formatMoment(failedSince), failure);
    return { ...fact(health.backup, failing, true), notes: at ? [last, ...notes] : [] };
  }
  return { ...fact(health.backup, last), notes };
}

function placeOf({ at, host, folder, sameDisk, withReleases }: BackupHealth): readonly string[] {
  if (!at || !host || !folder) return [];
  return [
    health.backupPlace(host, folder),
    sameDisk ? health.sameDisk : health.otherDisk,
    ...(withReleases ? [] : [health.withoutReleases]),
  ];
}

function diskFacts(disks: readonly DiskHealth[] | null): readonly Fact[] {
  if (!disks) return [fact(health.disk, health.unavailable)];
  const isOneHost = new Set(disks.map(({ host }) => host)).size === 1;
  return disks.map(({ host, isBackup, freeBytes, totalBytes, isLow }) => {
    const label = isBackup ? health.backupDisk : health.disk;
    return fact(isOneHost ? label : health.onHost(label, host), health.room(freeBytes, totalBytes), isLow);
  });
}
