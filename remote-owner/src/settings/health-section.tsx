import { Card, Stack } from '@site/shared-ui';
import type { BackupHealth, DiskHealth, Health } from '../api/health';
import { useCall } from '../api/use-call';
import { formatMoment } from '../content/dates';
import { health as words } from '../content/health';
import { Answered } from '../view/answered';
import { TitledSection } from '../view/titled-section';
import { type Fact, FactRow } from './fact-row';
import { RetryMails } from './retry-mails';

export function HealthSection() {
  const query = useCall('owner_health', {});
  return (
    <TitledSection id="health" title={words.title}>
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
  fact(words.mailsWaiting, String(waiting)),
  fact(words.mailsGivenUp, String(givenUp), givenUp > 0),
  fact(words.database, words.databaseAnswers(database.bytes)),
  backupFact(backup),
  ...diskFacts(disks),
];

function backupFact(backup: BackupHealth | null): Fact {
  if (!backup) return fact(words.backup, words.unavailable);
  const { isOn, at, bytes, failure, failedSince } = backup;
  const notes = placeOf(backup);
  const last = at ? words.backupAt(formatMoment(at), bytes ?? 0) : words.noBackup;
  if (!isOn) return { ...fact(words.backup, words.backupOff), notes: at ? [last, ...notes] : [] };
  if (failure && failedSince) {
    const failing = words.backupFailing(formatMoment(failedSince), failure);
    return { ...fact(words.backup, failing, true), notes: at ? [last, ...notes] : [] };
  }
  return { ...fact(words.backup, last), notes };
}

function placeOf({ at, host, folder, sameDisk, withReleases }: BackupHealth): readonly string[] {
  if (!at || !host || !folder) return [];
  return [
    words.backupPlace(host, folder),
    sameDisk ? words.sameDisk : words.otherDisk,
    ...(withReleases ? [] : [words.withoutReleases]),
  ];
}

function diskFacts(disks: readonly DiskHealth[] | null): readonly Fact[] {
  if (!disks) return [fact(words.disk, words.unavailable)];
  const isOneHost = new Set(disks.map(({ host }) => host)).size === 1;
  return disks.map(({ host, isBackup, freeBytes, totalBytes, isLow }) => {
    const label = isBackup ? words.backupDisk : words.disk;
    return fact(isOneHost ? label : words.onHost(label, host), words.room(freeBytes, totalBytes), isLow);
  });
}
