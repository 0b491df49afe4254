import { PROMISES, type PromiseName } from '@site/contract/promises';
import { Box, Button, Flex, Stack, Text } from '@site/shared-ui';
import { Radio } from '@site/shared-ui/form';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSpace } from '../api/owner-api';
import type { Fact } from '../api/release-answers';
import { callQuery } from '../api/use-call';
import { type PromiseAnswer, promises as words } from '../content/promises';
import { ViewTextLink } from '../view/view-address';
import { hiddenPromisesOf, openPromisesOf, PublishNow } from './publish-now';
import { isEmpty } from './use-facts';

const names = Object.keys(PROMISES) as PromiseName[];

type Answers = Readonly<Partial<Record<PromiseName, PromiseAnswer>>>;

interface OwnPromisesProps {
  readonly facts: readonly Fact[];
  /** Set while typed texts are not published: their draft would take this for a change of another device. */
  readonly mustPublishFirst: boolean;
}

/** The promises of the pages, word for word: for each, the owner agrees to keep it, or no page shows it. */
export function OwnPromises({ facts, mustPublishFirst }: OwnPromisesProps) {
  const [chosen, setChosen] = useState<Answers>({});
  const open = openPromisesOf(facts) ?? names;
  const hidden = hiddenPromisesOf(facts);
  const isUnnamed = isEmpty(facts.find(({ key }) => key === 'training.bonuses')?.value ?? []);
  const storedOf = (name: PromiseName): PromiseAnswer | undefined => {
    if (hidden?.includes(name)) return 'hide';
    return open.includes(name) ? undefined : 'keep';
  };
  const changed = names.filter((name) => chosen[name] && chosen[name] !== storedOf(name));
  const askable = open.filter((name) => !(name === 'bonuses' && isUnnamed));
  const others = askable.filter((name) => !chosen[name]);
  const publication = useRef<HTMLDivElement>(null);
  const all: Answers = Object.fromEntries(askable.map((name) => [name, 'keep']));
  const answers = changed.length > 0 ? chosen : all;
  const answered = (answer: PromiseAnswer) => names.filter((name) => (answers[name] ?? storedOf(name)) === answer);
  return (
    <Stack gap="5" align="flex-start">
      <Text>{words.intro}</Text>
      <Stack as="ul" gap="6" listStyleType="none" aria-label={words.title}>
        {names.map((name) => (
          <li key={name}>
            <PromiseQuestion
              name={name}
              answer={chosen[name] ?? storedOf(name)}
              onAnswer={(answer) => setChosen({ ...chosen, [name]: answer })}
              mustPublishFirst={mustPublishFirst}
              mayHide={hidden !== null}
              isUnnamed={name === 'bonuses' && isUnnamed}
            />
          </li>
        ))}
      </Stack>
      {open.length === 0 && changed.length === 0 && <Text fontWeight="semibold">{words.answered}</Text>}
      {mustPublishFirst && <Text>{words.publishFirst}</Text>}
      {!mustPublishFirst && (changed.length > 0 || askable.length > 0) && (
        <Box ref={publication}>
          <PublishNow
            variant="primary"
            label={changed.length > 0 ? words.publish(changed.length) : words.keepAll(askable.length, open.length)}
            facts={{
              promises: answered('keep').map((name) => PROMISES[name]),
              ...(hidden && { hiddenPromises: answered('hide') }),
            }}
            words={words}
          />
        </Box>
      )}
      {!mustPublishFirst && changed.length > 0 && others.length > 0 && (
        <Button
          variant="quiet"
          onClick={() => {
            setChosen({ ...all, ...chosen });
            publication.current?.querySelector('button')?.focus();
          }}
        >
          {words.keepOthers(others.length)}
        </Button>
      )}
    </Stack>
  );
}

interface PromiseQuestionProps {
  readonly name: PromiseName;
  readonly answer: PromiseAnswer | undefined;
  readonly onAnswer: (answer: PromiseAnswer) => void;
  readonly mustPublishFirst: boolean;
  /** Whether the site's server can leave the promise out. */
  readonly mayHide: boolean;
  /** Set while the owner's texts do not say what the promised thing consists of. */
  readonly isUnnamed: boolean;
}

function PromiseQuestion({ name, answer, onAnswer, mustPublishFirst, mayHide, isUnnamed }: PromiseQuestionProps) {
  const offered = [...(isUnnamed ? [] : (['keep'] as const)), ...(mayHide ? (['hide'] as const) : [])];
  return (
    <Stack as="fieldset" gap="1">
      <Text as="legend" fontWeight="semibold">
        {words.quoted(name)}
      </Text>
      <Text fontSize="sm" color="ink.soft">
        {isUnnamed ? words.unnamed : words.of[name].place}
      </Text>
      {name === 'soon' && <Contradiction />}
      <Flex columnGap="6" wrap="wrap">
        {offered.map((one) => (
          <Radio
            key={one}
            name={`promise-${name}`}
            label={words.answers[one]}
            checked={answer === one}
            disabled={mustPublishFirst}
            onChange={() => onAnswer(one)}
          />
        ))}
      </Flex>
      <More name={name} />
    </Stack>
  );
}

/** The owner's shortest notice makes « dans la semaine en cours » untrue, at the end of a week or always. */
function Contradiction() {
  const { api } = useSpace();
  const { data: rule } = useQuery(callQuery(api, 'owner_days', {}));
  if (!rule?.noticeDays) return null;
  return <Text fontWeight="semibold">{words.contradicted(rule.noticeDays)}</Text>;
}

/** Where the owner says more about it, in line with its words. */
function More({ name }: { readonly name: PromiseName }) {
  const { more } = words.of[name];
  if (!more) return null;
  return (
    <ViewTextLink to={more.field ? { name: 'textes', field: more.field } : { name: 'agenda' }}>
      {more.link}
    </ViewTextLink>
  );
}
