import { PAPERS } from '@site/contract/day-papers';
import { Flex, Icon, Text } from '@site/shared-ui';
import { CircleAlert } from 'lucide';
import { useCall } from '../api/use-call';
import type { ReservationFile } from '../api/wire';
import { paperTitle, usePaperData, usePaperWriter } from './use-file';
import { voidAgreement, warningsFor } from './warnings';

interface ChangedPapersProps {
  /** Id of the reservation. */
  readonly id: string;
}

/** Names the papers of a reservation that are no longer right. */
export function ChangedPapers({ id }: ChangedPapersProps) {
  const { data } = useCall('owner_day_file', { id });
  return data ? <Changes reservation={data} /> : null;
}

function Changes({ reservation }: { readonly reservation: ReservationFile }) {
  const write = usePaperWriter(reservation);
  const data = usePaperData(reservation);
  const changed = PAPERS.map((name) => {
    const { fingerprint } = write(name);
    const voided = name === 'convention' ? voidAgreement(reservation, fingerprint) : '';
    return { name, lines: voided ? [voided] : warningsFor(name, data, fingerprint).map(({ text }) => text) };
  });
  return changed
    .filter(({ lines }) => lines.length > 0)
    .map(({ name, lines }) => (
      <Flex key={name} role="note" gap="3">
        <Icon of={CircleAlert} />
        <Text minWidth="0">
          <strong>{paperTitle(name, reservation.file)}</strong>
          {`\u00a0– ${lines.join(' ')}`}
        </Text>
      </Flex>
    ));
}
