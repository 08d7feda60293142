import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { DeskCompany } from '#app/api/directory.ts';
import type { Address } from '#app/components/app-link.tsx';
import type { BoardSearch } from '#app/routes/board-search.ts';
import { stringifySearchParams } from '#app/routes/search-params.ts';
import { dateIn, zoneOfStore } from '#app/scheduling/calendar-day.ts';
import type { ReceivedAppointment } from '#contract/received.ts';

interface Place {
  company: DeskCompany;
  /** The zone of a store that names none. */
  fallbackZone: string;
}

/** The board of the day and the store of an appointment, with its details open. */
export function boardSearchOf(record: ReceivedAppointment, { company, fallbackZone }: Place): BoardSearch {
  const store = company.stores.find(({ id }) => id === record.storeId);
  return {
    company: company.id,
    date: dateIn(zoneOfStore(store, fallbackZone), Date.parse(record.start)),
    ...(record.storeId === null ? {} : { store: [record.storeId] }),
    appointment: record.id,
  };
}

/** The addresses of places in the app. They are written here, since asking the router for each costs more than drawing a link. */
export function useAddresses({ company, fallbackZone }: Place) {
  const navigate = useNavigate();
  return useMemo(() => {
    const board = (search: BoardSearch): Address => ({
      href: `/${stringifySearchParams(search)}`,
      go: () => void navigate({ to: '/', search }),
    });
    return {
      board,
      appointment: (record: ReceivedAppointment) => board(boardSearchOf(record, { company, fallbackZone })),
    };
  }, [navigate, company, fallbackZone]);
}
