import { PROMISES, type PromiseName } from '@site/contract/promises';
import { Box, Flex, Icon, Stack, Text, TextLink, VisuallyHidden } from '@site/shared-ui';
import { CheckboxField } from '@site/shared-ui/form';
import { CircleCheck, CircleDashed } from 'lucide';
import { type ReactNode, useState } from 'react';
import { useOwner } from '../api/owner-api';
import type { Fact } from '../api/release-answers';
import { promises as words } from '../content/promises';
import { ShareMessage } from '../view/share-message';
import { ViewLink } from '../view/view-address';
import { openPromisesOf, PublishNow } from './publish-now';
import { isEmpty } from './use-facts';

const names = Object.keys(PROMISES) as PromiseName[];

interface OwnPromisesProps {
  readonly facts: readonly Fact[];
  /** While something typed waits: its draft would take this for a change of another device. */
  readonly isHeld: boolean;
}

/** What pages promise in the owner's name, word for word, and her yes to each of it. */
export function OwnPromises({ facts, isHeld }: OwnPromisesProps) {
  const { product } = useOwner().host.site;
  const [ticked, setTicked] = useState<readonly PromiseName[]>([]);
  const asked = openPromisesOf(facts);
  const open = asked ?? names;
  const isUnnamed = isEmpty(facts.find(({ key }) => key === 'training.bonuses')?.value ?? []);
  const askable = (asked ?? []).filter((name) => !(name === 'bonuses' && isUnnamed));
  const chosen = askable.filter((name) => ticked.includes(name));
  const agreed = chosen.length > 0 ? chosen : askable;
  const kept = names.filter((name) => agreed.includes(name) || !open.includes(name));
  const left = open.filter((name) => !chosen.includes(name));
  return (
    <Stack gap="5" align="flex-start">
      <Text>{words.intro}</Text>
      <Stack as="ul" gap="4" listStyleType="none" aria-label={words.title}>
        {names.map((name) => (
          <li key={name}>
            {askable.includes(name) && !isHeld ? (
              <CheckboxField
                name={`promise-${name}`}
                label={words.quoted(name)}
                hint={words.of[name].place}
                checked={ticked.includes(name)}
                onChange={({ target }) =>
                  setTicked(target.checked ? [...ticked, name] : ticked.filter((one) => one !== name))
                }
              />
            ) : (
              <Promised name={name} isKept={!open.includes(name)}>
                {name === 'bonuses' && isUnnamed ? words.unnamed : words.of[name].place}
              </Promised>
            )}
            <More name={name} />
          </li>
        ))}
      </Stack>
      {open.length === 0 && <Text fontWeight="semibold">{words.kept}</Text>}
      {askable.length > 0 && isHeld && <Text>{words.held}</Text>}
      {askable.length > 0 && !isHeld && (
        <Box>
          <PublishNow
            variant="primary"
            label={words.keep(agreed.length, open.length)}
            facts={{ promises: kept.map((name) => PROMISES[name]) }}
            words={words}
          />
          {chosen.length === 0 && askable.length > 1 && <Text>{words.choose}</Text>}
        </Box>
      )}
      <Stack gap="2">
        <Text>{words.other}</Text>
        <ShareMessage label={words.ask} message={words.request(product, left.length > 0 ? left : names)} />
      </Stack>
    </Stack>
  );
}

interface PromisedProps {
  readonly name: PromiseName;
  readonly isKept: boolean;
  readonly children: ReactNode;
}

/** A promise that asks nothing now. */
const Promised = ({ name, isKept, children }: PromisedProps) => (
  <Flex gap="3">
    <Icon of={isKept ? CircleCheck : CircleDashed} color={isKept ? 'sage' : undefined} />
    <Box minWidth="0">
      <Text fontWeight="semibold">{words.quoted(name)}</Text>
      <VisuallyHidden>{words.isKept(isKept)}</VisuallyHidden>
      <Text fontSize="sm" color="ink.soft">
        {children}
      </Text>
    </Box>
  </Flex>
);

/** Where the owner says more about it, in line with its words. */
function More({ name }: { readonly name: PromiseName }) {
  const { more } = words.of[name];
  if (!more) return null;
  return (
    <TextLink asChild display="inline-flex" alignItems="center" minHeight="11">
      <ViewLink to={more.field ? { name: 'textes', field: more.field } : { name: 'agenda' }}>{more.link}</ViewLink>
    </TextLink>
  );
}
