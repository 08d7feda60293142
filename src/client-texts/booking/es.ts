import type { BookingPageTexts } from './booking-page-texts.ts';

export const bookingTexts: BookingPageTexts = {
  request: 'Pedir una cita',
  progress: 'Paso {step} de {count}',
  emergency: 'En caso de urgencia, llámenos enseguida, por favor.',
  back: 'Atrás',
  continue: 'Continuar',

  what: '¿Qué podemos hacer por su mascota?',

  when: '¿Cuándo le vendría bien?',
  days: 'Días con horas libres',
  laterDays: 'Días siguientes',
  firstDays: 'Primeros días libres',
  times: 'Horas libres',

  who: '¿Quién viene?',
  you: 'Usted',
  pet: 'Su mascota',
  labels: {
    firstName: 'Nombre',
    lastName: 'Apellidos',
    email: 'Correo electrónico',
    phone: 'Teléfono',
    petName: 'Nombre de la mascota',
    species: 'Tipo de animal',
    note: '¿Qué deberíamos saber? (opcional)',
  },
  hints: {
    email: 'Enviaremos un código a esta dirección.',
    phone: 'Por si tenemos alguna pregunta.',
    note: 'Hasta 1000 caracteres',
  },
  species: ['Perro', 'Gato', 'Conejo', 'Cobaya', 'Hámster', 'Pájaro'],
  leaveEmpty: 'Deje este campo vacío, por favor',
  checkFields: 'Falta algo o hay algo que corregir. Mire los campos marcados, por favor.',
  missing: 'Rellene este campo, por favor.',
  tooLong: 'Acorte esto a {max} caracteres, por favor. Ahora tiene {count}.',
  invalidEmail: 'Escriba una dirección como nombre@ejemplo.es, por favor.',
  invalidPhone: 'Escriba un número de teléfono solo con cifras, por ejemplo 912 345 678.',
  undeliverable: 'No hemos podido enviar un correo a esta dirección. Compruébela, por favor.',

  code: 'Escriba su código',
  codeSent: 'Hemos enviado un código a {email}. En cuanto lo escriba aquí, la hora quedará reservada para usted.',
  codeInDemo: 'Esto es una demostración: no se envía ningún correo. Su código es {code}.',
  codeLabel: 'Código de seis cifras',
  codeHint: 'Válido durante 15 minutos. Si no llega nada, mire en la carpeta de correo no deseado.',
  sendRequest: 'Enviar solicitud',
  newCode: 'Enviar un código nuevo',
  wrongCode: 'Ese código es incorrecto. Compruébelo y vuelva a intentarlo, por favor.',
  endedCode: 'Este código ya no es válido. Pida uno nuevo, por favor.',
  notSent:
    'No hemos podido enviarle un código, así que no se ha solicitado nada. Vuelva a intentarlo dentro de unos minutos o llámenos, por favor.',
  tooManyCodes:
    'En la última hora ya se han enviado varios códigos. Vuelva a intentarlo más tarde o llámenos, por favor.',

  taken: 'Esa hora ya no está libre. Elija otra, por favor.',
  takenAfterCode: 'Esa hora acaba de ocuparse. Elija otra, por favor. No necesita un código nuevo.',
  chooseOther: 'Elegir otra hora',
  typeGone: 'Esto ya no se ofrece aquí. Elija otra cosa, por favor.',
  formGone: 'Ha pasado demasiado tiempo, así que no se ha solicitado nada. Compruebe sus datos y continúe, por favor.',

  done: 'Hemos recibido su solicitud',
  doneText: 'Hemos reservado esta hora para usted. Recibirá nuestra respuesta por correo en {email}.',
  callToChange: 'Si necesita cambiar algo, llámenos, por favor.',

  closed: {
    title: 'Por ahora no hay solicitudes',
    text: 'En este momento no se puede pedir una cita aquí. Llámenos, por favor.',
  },
  noTimes: {
    title: 'No hay horas libres',
    text: 'En este momento no hay ninguna hora libre aquí. Llámenos, por favor, y encontraremos una.',
  },
  dayIsFull: {
    title: 'Hoy no hay más solicitudes',
    text: 'Hoy no podemos aceptar más solicitudes aquí. Llámenos, por favor.',
  },
  unreadable: 'Sus datos no nos han llegado. Vuelva a intentarlo, por favor.',
};
