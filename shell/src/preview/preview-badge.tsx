import type { PreviewRefusal } from '@site/contract/release-index';
import { Box, Button, Container, Flex, Text } from '@site/shared-ui';
import { useSyncExternalStore } from 'react';
import { preview as words } from '../content/preview';

/** `unavailable`: the host composes no previews. */
export type ShownRefusal = PreviewRefusal | 'unavailable';

interface PreviewBadgeProps {
  readonly releases: readonly string[];
  readonly refusal: ShownRefusal | undefined;
  readonly isPrivate: boolean;
  readonly onQuit: () => void;
  readonly hasFailed: () => boolean;
  readonly subscribe: (onChange: () => void) => () => void;
}

export function PreviewBadge({ releases, refusal, isPrivate, onQuit, hasFailed, subscribe }: PreviewBadgeProps) {
  const isFailing = useSyncExternalStore(subscribe, hasFailed, () => false);
  return (
    <Box
      as="section"
      aria-label={words.label}
      data-surface="ink"
      paddingBlock="2"
      fontSize="sm"
      css={{ '@media print': { display: 'none' } }}
    >
      <Container>
        <Flex wrap="wrap" align="center" justify="space-between" columnGap="4" rowGap="1">
          <Text role="status" overflowWrap="anywhere">
            <strong>{words.title}</strong> {releases.join(', ')}
            {refusal && <span>{` – ${words.refusals[refusal]} ${words.active}`}</span>}
            {!refusal && <span>{` – ${words.isolated}${isPrivate ? ` ${words.noSignIn}` : ''}`}</span>}
            {isFailing && <span>{` – ${words.hasFailed}`}</span>}
          </Text>
          <Button variant="quiet" onClick={onQuit}>
            {words.quit}
          </Button>
        </Flex>
      </Container>
    </Box>
  );
}
