import { Button, Card, Flex, Stack } from '@site/shared-ui';
import { TextAreaField } from '@site/shared-ui/form';
import type { OwnedRequest } from '@site/supabase/requests';
import { type FormEvent, useState } from 'react';
import { detail } from '../../content/request-detail';
import type { ActionProps } from './message-section';

const LONGEST_NOTE = 2000;

interface Edited {
  readonly note: string;
  /** The request when typing began, so that changes by another device are not overwritten silently. */
  readonly on: OwnedRequest;
}

export function NoteForm({ request, run, isDisabled }: ActionProps) {
  const [edited, setEdited] = useState<Edited | null>(null);
  const stored = request.note ?? '';
  const note = edited?.note ?? stored;
  // After saving, editing starts again from the stored note.
  if (edited && edited.on.version !== request.version && edited.note.trim() === stored) setEdited(null);
  const save = (event: FormEvent) => {
    event.preventDefault();
    run({ name: 'owner_note', args: { note: note.trim() } }, edited?.on);
  };
  return (
    <Card>
      <Stack as="form" gap="4" onSubmit={save}>
        <TextAreaField
          label={detail.note}
          name="owner-note"
          maxLength={LONGEST_NOTE}
          value={note}
          onChange={(event) => setEdited({ note: event.target.value, on: edited?.on ?? request })}
        />
        <Flex>
          <Button variant="quiet" type="submit" disabled={isDisabled || note.trim() === stored}>
            {detail.saveNote}
          </Button>
        </Flex>
      </Stack>
    </Card>
  );
}
