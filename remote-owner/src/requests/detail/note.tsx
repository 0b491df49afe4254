import { cleanText } from '@site/forms/texts';
import { Card, Stack, Text } from '@site/shared-ui';
import { fieldId, TextAreaField } from '@site/shared-ui/form';
import type { OwnedRequest } from '@site/supabase/requests';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { readStored, store } from '../../api/answer-storage';
import { CallError, currentOf } from '../../api/call-error';
import { detail } from '../../content/requests';
import { useIsOld } from '../../view/query-result';
import { NOTE, useNamedField } from '../../view/view-address';
import type { Conflict, Send } from '../use-request-action';
import { ConflictDialog } from './conflict-dialog';

const LONGEST_NOTE = 2000;

interface NoteProps {
  readonly request: OwnedRequest;
  readonly send: Send;
}

export function NoteForm(props: NoteProps) {
  const { note, state, type, conflict, repeat, leave } = useNote(props);
  useNamedField(() => fieldId(NOTE));
  return (
    <Card>
      <Stack gap="2">
        <TextAreaField
          label={detail.note}
          name={NOTE}
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

const SAVE_AFTER_MS = 800;
const RETRY_AFTER_MS = 5000;

interface NoteEdit {
  readonly note: string;
  /** The request when typing began, so that a note of another device is not overwritten silently. */
  readonly base: OwnedRequest;
  readonly isSaved: boolean;
}

/** A note that is saved when typing pauses and when the owner leaves, and kept in the tab until it is. */
function useNote({ request, send }: NoteProps) {
  const isOld = useIsOld();
  const { id } = request;
  const stored = request.note ?? '';
  const [lastEdit, setLastEdit] = useState(() => draftOf(request));
  // Another device may have changed the note since it was saved here.
  const isOvertaken =
    lastEdit?.isSaved && cleanText(lastEdit.note) !== stored && request.version >= lastEdit.base.version;
  const edited = isOvertaken ? null : lastEdit;
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const saving = useMutation({
    scope: { id },
    mutationFn: ({ note, base }: NoteEdit) => send({ name: 'owner_note', args: { note: cleanText(note) } }, base),
    onSuccess: (base, { note }) => {
      if (readNoteDraft(id)?.note === note) keepNoteDraft(id, null);
      setLastEdit((now) => now && { ...now, base, isSaved: now.note === note });
    },
    onError: (error, { base }) => {
      if (error instanceof CallError && error.reason === 'gone') keepNoteDraft(id, null);
      const current = currentOf<OwnedRequest>(error);
      if (!current) return;
      if ((current.note ?? '') !== (base.note ?? '')) return setConflict({ seen: base, current });
      // Something else was changed: the note still follows the one that was seen.
      setLastEdit((now) => now && { ...now, base: current });
    },
  });
  const unsaved = edited && !edited.isSaved && conflict === null ? edited : null;
  const save = () => {
    if (unsaved) saving.mutate(unsaved);
  };
  const hasFailed = saving.isError && !currentOf(saving.error);
  useAutosave({ save, unsaved, isPaused: isOld || saving.isPending, hasFailed });
  return {
    note: edited?.note ?? stored,
    state: unsaved ? (hasFailed ? 'failed' : 'unsaved') : edited ? 'saved' : 'stored',
    type: (note: string) => {
      const base = edited?.base ?? request;
      keepNoteDraft(id, { note, base: base.note ?? '', version: base.version });
      setLastEdit({ note, base, isSaved: false });
    },
    conflict,
    repeat: () => {
      if (!edited || !conflict) return;
      const again = { ...edited, base: conflict.current };
      setConflict(null);
      setLastEdit(again);
      saving.mutate(again);
    },
    leave: () => {
      keepNoteDraft(id, null);
      setConflict(null);
      setLastEdit(null);
    },
  } as const;
}

function draftOf(request: OwnedRequest): NoteEdit | null {
  const draft = readNoteDraft(request.id);
  if (!draft || cleanText(draft.note) === (request.note ?? '')) return null;
  const base = { ...request, note: draft.base || null, version: draft.version };
  return { note: draft.note, base, isSaved: false };
}

interface Autosave {
  readonly save: () => void;
  readonly unsaved: NoteEdit | null;
  readonly isPaused: boolean;
  readonly hasFailed: boolean;
}

/** Saves after a pause, and at once when the view or the page is left. */
function useAutosave({ save, unsaved, isPaused, hasFailed }: Autosave): void {
  const saveLatest = useEffectEvent(save);
  useEffect(() => {
    if (!unsaved || isPaused) return;
    const timer = setTimeout(saveLatest, hasFailed ? RETRY_AFTER_MS : SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [unsaved, isPaused, hasFailed]);
  useEffect(() => {
    const saveHidden = () => {
      if (document.visibilityState === 'hidden') saveLatest();
    };
    document.addEventListener('visibilitychange', saveHidden);
    return () => {
      document.removeEventListener('visibilitychange', saveHidden);
      saveLatest();
    };
  }, []);
}

/** A note that is not stored yet, with what it is a change of. */
interface NoteDraft {
  readonly note: string;
  /** The stored note when typing began. */
  readonly base: string;
  /** The request's version at that time. */
  readonly version: number;
}

const keyOf = (id: string) => `espace-note-${id}`;

/** Survives a reload of the tab and a new sign-in. Null without one, or without access to storage. */
function readNoteDraft(id: string): NoteDraft | null {
  const { note, base, version } = readStored<NoteDraft>('sessionStorage', keyOf(id)) ?? {};
  if (typeof note !== 'string' || typeof base !== 'string' || typeof version !== 'number') return null;
  return { note, base, version };
}

/** Null removes it. */
const keepNoteDraft = (id: string, draft: NoteDraft | null) => store('sessionStorage', keyOf(id), draft);
