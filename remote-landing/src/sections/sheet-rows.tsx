import type { Site } from '@site/contract/host';
import { Box } from '@site/shared-ui';
import { trainingSheet } from '../content/training-sheet';
import { Provider } from './provider';
import { SheetContact } from './sheet-contact';
import { SheetRow } from './sheet-row';

export function SheetRows({ site }: { readonly site: Site }) {
  const isRegistered = site.nda !== undefined || site.qualiopi !== undefined;
  return (
    <Box as="dl" paddingBottom="4">
      {trainingSheet.entries(site).map(({ label, lines }) => (
        <SheetRow key={label} label={label}>
          <Lines lines={lines} />
        </SheetRow>
      ))}
      {isRegistered && (
        <SheetRow label={trainingSheet.provider.label}>
          <Provider site={site} />
        </SheetRow>
      )}
      <SheetRow label={trainingSheet.contact}>
        <SheetContact site={site} />
      </SheetRow>
    </Box>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 1) return lines[0];
  return (
    <Box as="ul" listStyleType="disc" paddingLeft="5">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Box>
  );
}
