import { Box, Text } from '@site/shared-ui';
import type { ReactNode } from 'react';

interface PlanNoteProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function PlanNote({ title, children }: PlanNoteProps) {
  return (
    <Box>
      <Text fontWeight="semibold">{title}</Text>
      {children}
    </Box>
  );
}
