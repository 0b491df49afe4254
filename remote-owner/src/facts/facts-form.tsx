import { Box, Button, chakra, Flex, Stack, Text, TextLink } from '@site/shared-ui';
import { ErrorSummary, fieldId } from '@site/shared-ui/form';
import { useState } from 'react';
import { useOwner } from '../api/owner-context';
import { factGroups, labelOf, facts as words } from '../content/facts';
import { Form } from '../view/form';
import { FactField, fieldName } from './fact-field';
import { useDraft } from './use-draft';
import type { FactsAnswer, FactsPreview } from './use-facts';
import { refusalsIn, usePublish } from './use-publish';

interface FactsFormProps {
  readonly answer: FactsAnswer;
  readonly isDisabled: boolean;
}

export function FactsForm({ answer, isDisabled }: FactsFormProps) {
  const draft = useDraft(answer);
  const { preview, publish } = usePublish(draft);
  const { seen, typed, type } = draft;
  const count = Object.keys(typed).length;
  const refusals = new Map(refusalsIn(publish.error ?? preview.error));
  const isBusy = preview.isPending || publish.isPending;
  const act = (action: typeof preview | typeof publish) => () => {
    preview.reset();
    publish.reset();
    action.mutate();
  };
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        act(publish)();
      }}
    >
      {factGroups.map((group) => (
        <Group key={group.title} {...{ group, seen, typed, type, refusals, isDisabled }} />
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
        <Button variant="quiet" disabled={count === 0 || isBusy || isDisabled} onClick={act(preview)}>
          {words.preview}
        </Button>
        <Button variant="primary" type="submit" disabled={count === 0 || isBusy || isDisabled}>
          {words.publish}
        </Button>
      </Flex>
      <Box role="status">{preview.data?.of === typed && <Preview {...preview.data.found} />}</Box>
    </Form>
  );
}

/** Links in mails to visitors lead there, and no page does. */
const MANAGE_PATH = '/reservation/gerer';

const Summary = chakra('summary', {
  // Another `display` would hide the triangle.
  base: { lineHeight: '2.75rem', cursor: 'pointer', fontWeight: 'semibold' },
});

interface GroupProps extends Pick<ReturnType<typeof useDraft>, 'seen' | 'typed' | 'type'> {
  readonly group: (typeof factGroups)[number];
  readonly refusals: ReadonlyMap<string, string>;
  readonly isDisabled: boolean;
}

function Group({ group: { title, facts }, seen, typed, type, refusals, isDisabled }: GroupProps) {
  const shown = Object.entries(facts).flatMap(([key, text]) => {
    const fact = seen.facts.find((candidate) => candidate.key === key);
    return fact ? [{ fact, text }] : [];
  });
  const changed = shown.filter(({ fact }) => fact.key in typed).length;
  const isRefused = shown.some(({ fact }) => refusals.has(fact.key));
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details open={isOpen || isRefused} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <Summary>{words.group(title, changed)}</Summary>
      <Stack gap="5" paddingBlock="3" maxWidth="prose">
        {shown.map(({ fact, text }) => (
          <FactField
            key={fact.key}
            {...{ fact, text, isDisabled }}
            typed={typed[fact.key]}
            error={refusals.get(fact.key)}
            onType={(value) => type(fact, value)}
          />
        ))}
      </Stack>
    </details>
  );
}

function Preview({ requested, paths }: FactsPreview) {
  const { host } = useOwner();
  if (paths.length === 0) return <Text>{words.noPageChanges}</Text>;
  const names = new Map(Object.entries(host.paths).map(([name, path]) => [path as string, words.pages[name]]));
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
