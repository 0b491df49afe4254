import { Box, Button, Flex, Icon, IconButton, Stack, Text, todayInParis, VisuallyHidden } from '@site/shared-ui';
import { TextField } from '@site/shared-ui/form';
import { X } from 'lucide';
import { useCall } from '../api/use-call';
import { byPhone } from '../content/by-phone';
import { formatDay } from '../content/dates';
import { type Draft, withDay } from './draft';

interface DaysFieldProps {
  readonly draft: Draft;
  readonly error: string | undefined;
  readonly onDraft: (draft: Draft) => void;
}

export function DaysField({ draft, error, onDraft }: DaysFieldProps) {
  const remove = (day: string) => onDraft({ ...draft, dates: draft.dates.filter((other) => other !== day) });
  return (
    <Stack gap="3">
      <Flex gap="3" wrap="wrap" align="flex-end">
        <Box flex="1 1 12rem" minWidth="0">
          <TextField
            label={byPhone.day}
            name="phone-day"
            type="date"
            min={todayInParis()}
            required
            value={draft.day}
            error={error}
            onChange={(event) => onDraft({ ...draft, day: event.target.value })}
          />
        </Box>
        <Button variant="quiet" disabled={!draft.day} onClick={() => onDraft(withDay(draft))}>
          {byPhone.addDay}
        </Button>
      </Flex>
      {/* Mounted while empty, so that screen readers announce each day that is added. */}
      <Box role="status">
        {draft.dates.length > 0 && <VisuallyHidden>{byPhone.days}</VisuallyHidden>}
        <Stack as="ul" gap="1" listStyleType="none">
          {draft.dates.map((day) => (
            <Flex as="li" key={day} align="center" justify="space-between" gap="3">
              <ChosenDay day={day} />
              <IconButton label={byPhone.removeDay(day)} onClick={() => remove(day)}>
                <Icon of={X} />
              </IconButton>
            </Flex>
          ))}
        </Stack>
      </Box>
    </Stack>
  );
}

/** A day, and who has it. */
function ChosenDay({ day }: { readonly day: string }) {
  const { data = [] } = useCall('owner_agenda', { first: day, last: day });
  return (
    <Box>
      <Text>{formatDay(day)}</Text>
      {data
        .flatMap(({ requests }) => requests)
        .map(({ id, name }) => (
          <Text key={id} fontSize="sm" fontWeight="semibold" color="tile.deep" overflowWrap="anywhere">
            {byPhone.taken(name)}
          </Text>
        ))}
    </Box>
  );
}
