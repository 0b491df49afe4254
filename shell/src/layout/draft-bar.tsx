import { Box, Container } from '@site/shared-ui';
import { draft } from '../content/layout';

// A fixed element is printed on every sheet.
const onPaper = { position: 'fixed', top: '0', insetInlineEnd: '0', borderWidth: '1px' };

/** Marks every page of a site that is not public yet. Prerendered, so that nothing moves. */
export function DraftBar() {
  return (
    <Box
      as="aside"
      aria-label={draft.label}
      background="sun"
      color="ink"
      fontSize="sm"
      paddingBlock="1"
      css={{ '@media print': onPaper }}
    >
      <Container>
        <strong>{draft.label}</strong>
        {draft.text}
      </Container>
    </Box>
  );
}
