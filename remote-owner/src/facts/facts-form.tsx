import { MANAGE_PATH } from '@site/contract/addresses';
import { readPhone } from '@site/contract/phone';
import { cleanFact, isPlausible } from '@site/contract/typed-facts';
import { Box, Button, chakra, Flex, Stack, Text, TextLink } from '@site/shared-ui';
import { CheckboxField, ErrorSummary, fieldId, SelectField, TextAreaField, TextField } from '@site/shared-ui/form';
import { useState } from 'react';
import { useOwner } from '../api/owner-api';
import { factGroups, labelOf, refusalOf, facts as words } from '../content/facts';
import { visitorMailsLack } from '../content/space';
import { Form } from '../view/form';
import {
  type Fact,
  type FactsAnswer,
  type FactsPreview,
  type FactValue,
  refusalsIn,
  useDraft,
  usePublish,
} from './use-facts';

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
        {'visitorMails' in facts &&
          seen.visitorMailsLack?.map((lack) => <Text key={lack}>{visitorMailsLack[lack]}</Text>)}
      </Stack>
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

const LONGEST = 2000;

const fieldName = (key: string) => `fact-${key}`;

interface FactFieldProps {
  readonly fact: Fact;
  readonly text: (typeof factGroups)[number]['facts'][string];
  /** Undefined while nothing is typed; null for the value of the file. */
  readonly typed: FactValue | null | undefined;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onType: (value: FactValue | null) => void;
}

function FactField({ fact, text, typed, error, isDisabled, onType }: FactFieldProps) {
  const value = typed === null ? fact.file : (typed ?? fact.value);
  const isEdited = typed === undefined ? fact.isEdited : typed !== null;
  const { key, file } = fact;
  const { leave, wrong, isCut } = useCheck(key, { value, onType });
  const shared = {
    ...{ label: text.label, name: fieldName(key), hint: text.place, error: wrong ?? error, disabled: isDisabled },
    onBlur: leave,
  };
  return (
    <Stack gap="1" align="stretch">
      <Control {...{ shared, value, onType, fact, text }} />
      {typeof value === 'string' && <Text role="status">{isCut && words.siretCut}</Text>}
      {isEdited && (
        <Stack gap="1" align="flex-start">
          <Text fontSize="sm" overflowWrap="anywhere">
            {words.ofFile(describe(file))}
          </Text>
          <Button
            variant="quiet"
            disabled={isDisabled}
            aria-label={words.resetOf(text.label)}
            onClick={() => onType(null)}
          >
            {words.reset}
          </Button>
        </Stack>
      )}
    </Stack>
  );
}

const PHONES: readonly string[] = ['phone', 'hosting.phone'];

/** Cleans and checks what is typed when its field is left; from then on, each change is checked. */
function useCheck(key: string, { value, onType }: { value: FactValue; onType: (value: FactValue) => void }) {
  const [isLeft, setIsLeft] = useState(false);
  const [isCut, setIsCut] = useState(false);
  if (typeof value !== 'string') return { leave: undefined, wrong: undefined, isCut };
  const isCallable = value === '' || !PHONES.includes(key) || readPhone(value).tel !== null;
  const wrong = isLeft && !(isCallable && isPlausible(key, value)) ? refusalOf(key, 'plausible') : undefined;
  const leave = () => {
    const clean = cleanFact(key, value);
    setIsLeft(true);
    if (clean === value) return;
    setIsCut(key === 'publisher.siren' && value.replace(/\D/g, '').length > clean.replace(/\D/g, '').length);
    onType(clean);
  };
  return { leave, wrong, isCut };
}

const describe = (value: FactValue) =>
  typeof value === 'boolean' ? words.isYes(value) : typeof value === 'string' ? value : value.join(', ');

interface ControlProps {
  readonly shared: {
    readonly label: string;
    readonly name: string;
    readonly hint: string;
    readonly disabled: boolean;
    readonly onBlur: (() => void) | undefined;
  };
  readonly fact: Fact;
  readonly value: FactValue;
  readonly text: FactFieldProps['text'];
  readonly onType: (value: FactValue) => void;
}

function Control({ shared, fact, value, text: { isLong, choices }, onType }: ControlProps) {
  if (typeof value === 'boolean') {
    return <CheckboxField {...shared} checked={value} onChange={({ target }) => onType(target.checked)} />;
  }
  if (typeof value !== 'string') {
    return (
      <TextAreaField {...shared} value={value.join('\n')} onChange={({ target }) => onType(linesOf(target.value))} />
    );
  }
  const type = (typed: string) => onType(typed);
  if (choices) {
    return (
      <SelectField {...shared} value={value} onChange={({ target }) => type(target.value)}>
        <option value="">{words.notAnswered}</option>
        {Object.entries(choices).map(([choice, label]) => (
          <option key={choice} value={choice}>
            {label}
          </option>
        ))}
      </SelectField>
    );
  }
  if (isLong) {
    return (
      <TextAreaField {...shared} value={value} maxLength={LONGEST} onChange={({ target }) => type(target.value)} />
    );
  }
  return (
    <TextField
      {...shared}
      type={fact.key === 'training.updatedOn' ? 'date' : 'text'}
      autoComplete="off"
      maxLength={LONGEST}
      value={value}
      onChange={({ target }) => type(target.value)}
    />
  );
}

/** Empty lines stay while they are typed. */
const linesOf = (typed: string): readonly string[] => (typed === '' ? [] : typed.split('\n'));
