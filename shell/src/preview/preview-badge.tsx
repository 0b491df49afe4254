import { Box, Button, Container, Flex, Text } from '@site/shared-ui';
import { useSyncExternalStore } from 'react';
import { preview as words } from '../content/preview';
import type { FoundRelease } from './find-release';

interface PreviewBadgeProps {
  readonly requested: string;
  readonly found: FoundRelease;
  readonly onQuit: () => void;
  readonly hasFailed: () => boolean;
  readonly subscribe: (onChange: () => void) => () => void;
}

export function PreviewBadge({ requested, found, onQuit, hasFailed, subscribe }: PreviewBadgeProps) {
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
            <strong>{words.title}</strong> {requested.replace('@', ' ')}
            {!found.ok && ` – ${words.refusals[found.reason]} ${words.active}`}
            {isFailing && ` – ${words.hasFailed}`}
          </Text>
          <Button variant="quiet" onClick={onQuit}>
            {words.quit}
          </Button>
        </Flex>
      </Container>
    </Box>
  );
}
