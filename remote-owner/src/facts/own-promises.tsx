import { PROMISES, type PromiseName } from '@site/contract/promises';
import { Box, Flex, Icon, Stack, Text, TextLink, VisuallyHidden } from '@site/shared-ui';
import { CircleCheck, CircleDashed } from 'lucide';
import { useOwner } from '../api/owner-api';
import type { Fact } from '../api/release-answers';
import { promises as words } from '../content/promises';
import { mailLink } from '../view/mail-link';
import { ViewLink } from '../view/view';
import { openPromisesOf, PublishNow } from './publish-now';

const names = Object.keys(PROMISES) as PromiseName[];

const underlined = { display: 'inline-flex', alignItems: 'center', minHeight: '11' } as const;

interface OwnPromisesProps {
  readonly facts: readonly Fact[];
  /** While something typed waits: its draft would take this for a change of another device. */
  readonly isHeld: boolean;
}

/** What pages promise in the owner's name, word for word, and her yes to all of it. */
export function OwnPromises({ facts, isHeld }: OwnPromisesProps) {
  const { product } = useOwner().host.site;
  const open = openPromisesOf(facts);
  return (
    <Stack gap="5" align="flex-start">
      <Text>{words.intro}</Text>
      <Stack as="ul" gap="4" listStyleType="none" aria-label={words.title}>
        {names.map((name) => (
          <Promised key={name} name={name} isKept={open !== null && !open.includes(name)} />
        ))}
      </Stack>
      <Box>
        <Text>{words.other}</Text>
        <TextLink href={mailLink('', words.request(product))} {...underlined}>
          {words.ask}
        </TextLink>
      </Box>
      {open?.length === 0 && <Text fontWeight="semibold">{words.kept}</Text>}
      {open && open.length > 0 && isHeld && <Text>{words.held}</Text>}
      {open && open.length > 0 && !isHeld && (
        <PublishNow variant="primary" label={words.keep} facts={{ promises: Object.values(PROMISES) }} words={words} />
      )}
    </Stack>
  );
}

function Promised({ name, isKept }: { readonly name: PromiseName; readonly isKept: boolean }) {
  const { place, more } = words.of[name];
  return (
    <Flex as="li" gap="3">
      <Icon of={isKept ? CircleCheck : CircleDashed} color={isKept ? 'sage' : undefined} />
      <Box minWidth="0">
        <Text fontWeight="semibold">{words.quoted(name)}</Text>
        <VisuallyHidden>{words.isKept(isKept)}</VisuallyHidden>
        <Text fontSize="sm" color="ink.soft">
          {place}
        </Text>
        {more && (
          <TextLink asChild {...underlined}>
            <ViewLink to={more.field ? { name: 'textes', field: more.field } : { name: 'agenda' }}>
              {more.link}
            </ViewLink>
          </TextLink>
        )}
      </Box>
    </Flex>
  );
}
