import type { ClientTexts } from './client-texts.ts';

export const clientTexts: ClientTexts = {
  name: 'Español',
  direction: 'ltr',
  messages: {
    confirmation: {
      email: {
        subject: 'Reserva: {pet}, {date}, {time}',
        body: `Hola, {client}:

Hemos reservado para usted:

{pet}
{type}
El {date}, a las {time}

{store}
{address}
Teléfono: {phone}

Antes de venir: {preparation}

Para confirmar o cambiar algo: {link}`,
      },
      sms: {
        body: `Reserva: {pet}, {date}, {time}, {store}
{preparation}
Confirmar o cambiar: {link}`,
      },
    },
    reminder: {
      email: {
        subject: 'Recordatorio: {pet}, {date}, {time}',
        body: `Hola, {client}:

Le esperamos:

{pet}
{type}
El {date}, a las {time}

{store}
{address}
Teléfono: {phone}

Antes de venir: {preparation}

Para confirmar o cambiar algo: {link}`,
      },
      sms: {
        body: `Le esperamos: {pet}, {date}, {time}, {store}
{preparation}
Confirmar o cambiar: {link}`,
      },
    },
    cancellation: {
      email: {
        subject: 'Cancelación: {pet}, {date}, {time}',
        body: `Hola, {client}:

La siguiente reserva está cancelada:

{pet}
{type}
El {date}, a las {time}

{store}
{address}

Si desea otra hora, llámenos, por favor: {phone}`,
      },
      sms: {
        body: `Reserva cancelada: {pet}, {date}, {time}, {store}
Si desea otra hora, llame al {phone}`,
      },
    },
  },
  withoutLink: {
    email: 'Si necesita cambiar algo, llámenos, por favor: {phone}',
    sms: 'Para cambiar algo, llame al {phone}',
  },
  page: { language: 'Idioma' },
};
