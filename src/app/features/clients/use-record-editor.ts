import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useApi } from '#app/api/api-client.ts';
import { type ChangedClientsAndPets, readChangedClientsAndPets } from '#app/api/changed-clients-and-pets.ts';
import { refreshRecalls } from '#app/api/recalls.ts';
import type { Editor } from '#app/editor/editor.ts';
import { useDeskEditor } from '#app/editor/editor.ts';
import { useDesk } from '#app/session/use-desk.ts';

/**
 * The editor on the page of a pet, a client, or all clients. The URL names the form that is open, so that a reload
 * shows it again.
 */
export function useRecordEditor(
  from: '/desk/pets/$petId' | '/desk/clients/$clientId' | '/desk/clients',
  changed: Partial<ChangedClientsAndPets>,
): Editor {
  const api = useApi();
  const queryClient = useQueryClient();
  const { company } = useDesk();
  const { edit = null } = useSearch({ from });
  const navigate = useNavigate();
  return useDeskEditor({
    edit,
    onEdit: (id) =>
      void navigate({ to: '.', search: (before) => ({ ...before, edit: id ?? undefined }), replace: edit !== null }),
    refresh: () =>
      Promise.all([
        readChangedClientsAndPets(
          { queryClient, api, companyId: company.id },
          { clients: new Set(), pets: new Set(), ...changed },
          {},
        ),
        refreshRecalls(queryClient),
      ]),
  });
}
