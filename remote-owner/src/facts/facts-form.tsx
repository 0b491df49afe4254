import { MANAGE_PATH } from '@site/contract/addresses';
import { Box, Button, chakra, Flex, Grid, Stack, Text, TextLink } from '@site/shared-ui';
import { ErrorSummary, fieldId } from '@site/shared-ui/form';
import { useState } from 'react';
import { useOwner } from '../api/owner-api';
import type { FactsAnswer } from '../api/release-answers';
import { factGroups, labelOf, facts as words } from '../content/facts';
import { visitorMailsLack } from '../content/space';
import { Form } from '../view/form';
import { useNamedField, useView } from '../view/view';
import { FactField, fieldName } from './fact-field';
import { type FactsPreview, useDraft, usePublish } from './use-facts';

interface FactsFormProps {
  readonly answer: FactsAnswer;
  readonly isDisabled: boolean;
}

export function FactsForm({ answer, isDisabled }: FactsFormProps) {
  useNamedField((key) => fieldId(fieldName(key)));
  const draft = useDraft(answer);
  const { preview, publish, refused } = usePublish(draft);
  const { seen, typed, type } = draft;
  const count = Object.keys(typed).length;
  const refusals = new Map(refused.map(({ key, sentence }) => [key, sentence] as const));
  const isBusy = preview.isPending || publish.isPending;
  const publishTyped = (key: string | null) => {
    preview.reset();
    publish.mutate(key);
  };
  const look = () => {
    publish.reset();
    preview.mutate();
  };
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        publishTyped(null);
      }}
    >
      {factGroups.map((group) => (
        <Group
          key={group.title}
          {...{ group, seen, typed, type, refusals, isDisabled }}
          publish={isBusy ? null : publishTyped}
        />
      ))}
      <ErrorSummary
        title={words.errors}
        errors={[...refusals].map(([key, message]) => ({
          fieldId: fieldId(fieldName(key)),
          message: `${labelOf(key)} – ${message}`,
        }))}
        attempt={publish.submittedAt + preview.submittedAt}
      />
      <Text role="status">{isBusy ? words.busy : words.changed(count)}</Text>
      <Flex gap="3" wrap="wrap">
        <Button variant="quiet" disabled={count === 0 || isBusy || isDisabled} onClick={look}>
          {words.preview}
        </Button>
        <Button variant="primary" type="submit" disabled={count === 0 || isBusy || isDisabled}>
          {words.publish}
        </Button>
      </Flex>
      <Box role="status">{preview.data?.of === typed && preview.data.found && <Preview {...preview.data.found} />}</Box>
    </Form>
  );
}

const Summary = chakra('summary', {
  // Another `display` would hide the triangle.
  base: { lineHeight: '2.75rem', cursor: 'pointer', fontWeight: 'semibold' },
});

interface GroupProps extends Pick<ReturnType<typeof useDraft>, 'seen' | 'typed' | 'type'> {
  readonly group: (typeof factGroups)[number];
  /** By the key of a fact, or of a cell. */
  readonly refusals: ReadonlyMap<string, string>;
  readonly isDisabled: boolean;
  /** Publishes one text with those that it needs; null while another call runs. */
  readonly publish: ((key: string) => void) | null;
}

function Group({ group: { title, facts }, seen, typed, type, refusals, isDisabled, publish }: GroupProps) {
  const shown = Object.entries(facts).flatMap(([key, text]) => {
    const fact = seen.facts.find((candidate) => candidate.key === key);
    return fact ? [{ fact, text }] : [];
  });
  const changed = shown.filter(({ fact }) => fact.key in typed).length;
  const isRefused = [...refusals.keys()].some((key) => (key.split('[')[0] ?? '') in facts);
  const { host } = useOwner();
  const { field } = useView();
  const [isOpen, setIsOpen] = useState(field !== null && field in facts);
  return (
    <details open={isOpen || isRefused} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <Summary>{words.group(title, changed)}</Summary>
      <Grid templateColumns="repeat(auto-fit, minmax(min(100%, 24rem), 1fr))" gap="6" paddingBlock="3">
        {shown.map(({ fact, text }) => (
          <FactField
            key={fact.key}
            {...{ fact, text, refusals, isDisabled, publish }}
            typed={typed[fact.key]}
            onType={(value) => type(fact, value)}
          />
        ))}
        {'videoLink' in facts && host.backend.url !== '' && <Text>{words.linkOfMails}</Text>}
        {'visitorMails' in facts &&
          seen.visitorMailsLack?.map((lack) => <Text key={lack}>{visitorMailsLack[lack]}</Text>)}
      </Grid>
    </details>
  );
}

function Preview({ requested, paths }: FactsPreview) {
  const { host } = useOwner();
  if (paths.length === 0) return <Text>{words.noPageChanges}</Text>;
  const names = new Map(Object.entries(host.paths).map(([name, path]) => [path as string, words.pages[name]]));
  // Links in mails to visitors lead there, and no page does.
  names.set(MANAGE_PATH, words.managePage);
  return (
    <Stack gap="1">
      <Text>{words.pagesChange}</Text>
      <Stack as="ul" gap="0" listStyleType="none">
        {paths.map((path) => (
          <li key={path}>
            <TextLink
              display="inline-flex"
              alignItems="center"
              minHeight="11"
              href={requested === null ? path : `${path}?release=${encodeURIComponent(requested)}`}
              target="_blank"
              rel="noopener"
            >
              {names.get(path) ?? path}
            </TextLink>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
