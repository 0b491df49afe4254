import type { Site } from '@site/contract/host';
import { Box, Text } from '@site/shared-ui';
import { trainingSheet } from '../content/training-sheet';
import { Foldable } from './foldable';
import { SheetRow } from './sheet-row';

const { title, titleOfToolsAlone, titleOfSourcesAlone, sources } = trainingSheet.tools;

/** Lists the tools with their use and cost, and the sources of leads; empty while `site.json` names neither. */
export function ToolList({ site: { tools = [], leadSources = [] } }: { readonly site: Site }) {
  const hasTools = tools.length > 0;
  const hasSources = leadSources.length > 0;
  if (!hasTools && !hasSources) return null;
  const own = hasTools ? titleOfToolsAlone : titleOfSourcesAlone;
  return (
    <Foldable title={hasTools && hasSources ? title : own}>
      {hasTools && (
        <Box as="dl">
          {tools.map(({ name, use, cost }) => (
            <SheetRow key={name} label={name}>
              {[use, cost].filter(Boolean).join(', ')}
            </SheetRow>
          ))}
        </Box>
      )}
      {hasSources && (
        <Text paddingTop="2" paddingBottom="5" maxWidth="prose">
          {sources}
          {`${leadSources.join(', ')}.`}
        </Text>
      )}
    </Foldable>
  );
}
