import { Button, Card, Flex, Stack } from '@site/shared-ui';
import { TextAreaField } from '@site/shared-ui/form';
import { type FormEvent, useState } from 'react';
import { detail } from '../content/requests';
import type { ActionParts } from './action-parts';

const LONGEST_NOTE = 2000;

export function NoteForm({ request, run, isDisabled }: ActionParts) {
  const [note, setNote] = useState(request.note ?? '');
  const save = (event: FormEvent) => {
    event.preventDefault();
    run({ name: 'owner_note', args: { note: note.trim() } });
  };
  return (
    <Card>
      <Stack as="form" gap="4" onSubmit={save}>
        <TextAreaField
          label={detail.note}
          name="owner-note"
          maxLength={LONGEST_NOTE}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <Flex>
          <Button variant="quiet" type="submit" disabled={isDisabled || note.trim() === (request.note ?? '')}>
            {detail.saveNote}
          </Button>
        </Flex>
      </Stack>
    </Card>
  );
}
