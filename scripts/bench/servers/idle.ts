// An idle process: the lateness of its event loop is the machine's share of what is measured.
process.channel?.ref();
