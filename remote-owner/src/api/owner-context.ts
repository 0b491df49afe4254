import type { Host } from '@site/contract/host';
import { createContext, useContext } from 'react';
import type { OwnerApi } from './owner-api';

interface Owner {
  readonly host: Host;
  readonly api: OwnerApi;
}

const OwnerContext = createContext<Owner | null>(null);

export const OwnerProvider = OwnerContext.Provider;

export function useOwner(): Owner {
  const owner = useContext(OwnerContext);
  if (!owner) throw new Error('Render it inside an OwnerProvider.');
  return owner;
}
