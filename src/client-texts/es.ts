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
    moved: {
      email: {
        subject: 'Nueva hora: {pet}, {date}, {time}',
        body: `Hola, {client}:

Su cita tiene una nueva hora:

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
        body: `Nueva hora: {pet}, {date}, {time}, {store}
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
    due: {
      email: {
        subject: 'Toca de nuevo: {pet}',
        body: `Hola, {client}:

Ya toca de nuevo:

{pet}
{type}
Fecha prevista: {date}

Para pedir cita, llámenos, por favor: {phone}

{store}
{address}

Para pedir cita o no recibir más estos avisos: {link}`,
      },
      sms: {
        body: `Toca de nuevo: {pet}, {date}, {store}
{type}
Cita o darse de baja: {link}`,
      },
    },
  },
  withoutLink: {
    email: 'Si necesita cambiar algo, llámenos, por favor: {phone}',
    sms: 'Para cambiar algo, llame al {phone}',
  },
  dueWithoutLink: {
    email: 'Si no desea recibir más estos avisos, díganoslo, por favor.',
    sms: 'Para pedir cita, llame al {phone}',
  },
  requests: {
    request_booked: {
      subject: 'Reserva: {pet}, {date}, {time}',
      body: `Hola, {client}:

Gracias por su solicitud. Hemos reservado para usted:

{pet}
{type}
El {date}, a las {time}

{store}
{address}
Teléfono: {phone}

Antes de venir: {preparation}

Para confirmar o cambiar algo: {link}`,
    },
    request_declined: {
      subject: 'Su solicitud para el {date}, {time}',
      body: `Hola, {client}:

Gracias por su solicitud. Lamentablemente, no podemos ofrecerle esta cita:

{pet}
{type}
El {date}, a las {time}

{reason}

Si desea otra hora, llámenos, por favor: {phone}

{store}
{address}`,
    },
  },
  code: {
    subject: 'Su código: {code}',
    body: `Hola:

Este es su código para solicitar una cita en {practice}:

{code}

Es válido durante 15 minutos. Si no ha solicitado ninguna cita, ignore este correo: sin el código no se reserva nada.`,
  },
  page: {
    language: 'Idioma',
    notFound: {
      title: 'Página no encontrada',
      text: 'Este enlace es incorrecto o ha caducado. Si se trataba de una cita, llame a la clínica, por favor.',
    },
    tooManyRequests: { title: 'Demasiadas solicitudes', text: 'Espere un minuto y vuelva a intentarlo, por favor.' },
    tooLarge: {
      title: 'Era demasiado largo',
      text: 'No se ha enviado nada. Vuelva atrás y acorte su texto, por favor.',
    },
    failed: {
      title: 'Algo ha salido mal',
      text: 'Vuelva a intentarlo dentro de unos minutos o llame a la clínica, por favor.',
    },
    heading: { one: 'Su cita', several: 'Sus citas' },
    at: '{time}',
    before: 'Antes de venir',
    where: 'Dónde estamos',
    directions: 'Cómo llegar',
    website: 'Sitio web',
    confirm: 'Confirmar',
    anotherTime: 'Pedir otra hora',
    cancel: 'Cancelar la cita',
    note: '¿Cuándo le vendría mejor? (opcional)',
    noteLimit: 'Hasta 500 caracteres',
    send: 'Enviar solicitud',
    cancelWarning: 'La hora quedará libre para otros y aquí no podrá deshacerlo.',
    cancelNow: 'Sí, cancelar',
    ask: 'Díganos si va a venir, por favor.',
    askAgain: 'Esta cita tiene una hora nueva. Díganos si le viene bien, por favor.',
    confirmed: 'Ha confirmado esta cita. ¡Gracias!',
    anotherTimeAsked:
      'Ha pedido otra hora. Nos pondremos en contacto con usted; hasta entonces, esta hora sigue reservada para usted.',
    yourNote: 'Su mensaje',
    cancelledByClient: 'Ha cancelado esta cita.',
    cancelled: 'Esta cita está cancelada.',
    callForNew: 'Para una cita nueva, llámenos, por favor.',
    callToCancel: 'Para cancelar, llámenos, por favor.',
    closed: 'Esta cita ya no se puede cambiar aquí.',
    moved:
      'No se ha cambiado nada, porque entretanto la cita se ha movido. Mire la hora nueva y responda otra vez, por favor.',
    tooLate: 'Ya es tarde para cancelar aquí, así que su cita sigue reservada. Llámenos, por favor.',
    impossible: 'No se ha cambiado nada, porque la cita ya no está abierta.',
    unreadable: 'Su respuesta no nos ha llegado. Vuelva a intentarlo, por favor.',
    noteTooLong: 'Acorte el texto a 500 caracteres, por favor. Ahora tiene {count}.',
    due: {
      title: 'Toca de nuevo',
      on: 'Fecha prevista: {date}',
      book: 'Para pedir cita, llámenos, por favor.',
      bookOnline: 'Solicitar una cita en línea',
      nothing: 'Por ahora no toca nada. ¡Gracias!',
      reminders: 'Recibe un mensaje cuando a una de sus mascotas le toca volver.',
      stop: 'No avisarme más',
      stopped: 'No recibirá más avisos. Si cambia de opinión, díganoslo, por favor.',
    },
  },
};
