const office = 'application/vnd.openxmlformats-officedocument.';

/** What the API accepts: the largest file of each type, by channel (bytes). */
export const mediaLimits: Readonly<Record<'WHATSAPP' | 'SMS', Readonly<Record<string, number>>>> = {
  WHATSAPP: {
    'image/jpeg': 5_000_000,
    'image/png': 5_000_000,
    'video/mp4': 16_000_000,
    'application/pdf': 16_000_000,
    [`${office}wordprocessingml.document`]: 16_000_000,
    [`${office}spreadsheetml.sheet`]: 16_000_000,
    [`${office}presentationml.presentation`]: 16_000_000,
  },
  SMS: {
    'image/jpeg': 5_000_000,
    'image/png': 5_000_000,
    'image/gif': 5_000_000,
    'video/mp4': 600_000,
    'application/pdf': 600_000,
  },
};
