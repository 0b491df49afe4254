import { Box, Button, Container, Flex, Text } from '@site/shared-ui';
import type { ReactNode } from 'react';

interface BadgeProps {
  readonly label: string;
  readonly quit: string;
  readonly onQuit: () => void;
  readonly children: ReactNode;
}

export function Badge({ label, quit, onQuit, children }: BadgeProps) {
  return (
    <Box
      as="section"
      aria-label={label}
      data-surface="ink"
      paddingBlock="2"
      fontSize="sm"
      css={{ '@media print': { display: 'none' } }}
    >
      <Container>
        <Flex wrap="wrap" align="center" justify="space-between" columnGap="4" rowGap="1">
          <Text role="status" overflowWrap="anywhere">
            {children}
          </Text>
          <Button variant="quiet" onClick={onQuit}>
            {quit}
          </Button>
        </Flex>
      </Container>
    </Box>
  );
}
