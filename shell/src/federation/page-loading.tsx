import { Box, VisuallyHidden } from '@site/shared-ui';
import { failure } from '../content/failure';

/** Keeps the footer where it is while a page's code is on its way. */
export function PageLoading() {
  return (
    <Box minHeight="100vh" role="status">
      <VisuallyHidden>{failure.loading}</VisuallyHidden>
    </Box>
  );
}
