import { Card, Stack, Text } from '@site/shared-ui';
import { TextAreaField } from '@site/shared-ui/form';
import type { OwnedRequest } from '@site/supabase/requests';
import { detail } from '../../content/request-detail';
import type { Send } from '../use-send';
import { ConflictDialog } from './conflict-dialog';
import { useNote } from './use-note';

const LONGEST_NOTE = 2000;

interface NoteFormProps {
  readonly request: OwnedRequest;
  readonly send: Send;
  readonly isOld: boolean;
}

export function NoteForm(props: NoteFormProps) {
  const { note, state, type, conflict, repeat, leave } = useNote(props);
  return (
    <Card>
      <Stack gap="2">
        <TextAreaField
          label={detail.note}
          name="owner-note"
          maxLength={LONGEST_NOTE}
          value={note}
          onChange={(event) => type(event.target.value)}
        />
        <Text role="status" fontSize="sm" color="ink.soft" minHeight="1lh">
          {detail.noteState[state]}
        </Text>
      </Stack>
      <ConflictDialog conflict={conflict} onRepeat={repeat} onLeave={leave} />
    </Card>
  );
}
